package fuzz

import (
	"fmt"
	"testing"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
)

// A move is three bytes: what, which class and id, and about whom. The first
// byte of an input chooses the policy.
const moveSize = 3

func moves(data []byte) (all []properties.Move) {
	for ; len(data) >= moveSize && len(all) < 200; data = data[moveSize:] {
		all = append(all, properties.Move{
			Kind:  properties.MoveKind(int(data[0]) % properties.MoveKinds),
			Class: model.Class(int(data[1]) % model.Classes),
			ID:    ids[int(data[1]>>4)%len(ids)],
			Nth:   int(data[2] & 15),
			Old:   data[2]&16 != 0,
		})
	}
	return all
}

// ids are canonical, as the wire hands them to a session.
var ids = []string{"n0", "n1", "n2", "s", "sa", ""}

func options(b byte) machine.ServerOptions {
	ps := model.Policies()
	return machine.ServerOptions{
		Policy: ps[int(b)%len(ps)], DiscoverGrace: b&32 != 0, SilentLegacyCancel: b&64 != 0,
		MaxListens: 2, MaxInFlight: 4,
	}
}

// seed encodes moves as moves decodes them.
func seed(policy byte, kinds ...[moveSize]byte) []byte {
	data := []byte{policy}
	for _, k := range kinds {
		data = append(data, k[:]...)
	}
	return data
}

func FuzzServerSession(f *testing.F) {
	for p := range byte(5) {
		for c := range byte(model.Classes) { // every class alone, and twice, then the end
			read := [moveSize]byte{byte(properties.Read), c, 0}
			f.Add(seed(p, read, read, [moveSize]byte{byte(properties.EOF), 0, 0}))
		}
		call := [moveSize]byte{byte(properties.Read), byte(model.ClassEnveloped), 0}
		listen := [moveSize]byte{byte(properties.Read), byte(model.ClassListen), 0}
		for k := range byte(properties.MoveKinds) {
			f.Add(seed(p, call, listen, [moveSize]byte{k, 0, 0}, [moveSize]byte{byte(properties.Write), 0, 0},
				[moveSize]byte{byte(properties.Cancel), 0, 0}, [moveSize]byte{byte(properties.Result), 0, 0}))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		all := moves(data[1:])
		if err := properties.NewTwin(options(data[0])).PlayAll(all); err != nil {
			t.Fatal(fmt.Errorf("%w\n%v", err, all))
		}
	})
}
