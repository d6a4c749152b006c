package fuzz

import (
	"fmt"
	"testing"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
)

// A move of a client is two bytes: what, and about whom, as two halves. The first
// byte of an input are the options.
const clientMoveSize = 2

func clientMoves(data []byte) (all []properties.ClientMove) {
	for ; len(data) >= clientMoveSize && len(all) < 200; data = data[clientMoveSize:] {
		all = append(all, properties.ClientMove{
			Kind: properties.ClientMoveKind(int(data[0]) % properties.ClientMoveKinds),
			Nth:  int(data[1] >> 4), How: int(data[1] & 15),
		})
	}
	return all
}

func clientOptions(b byte) machine.ClientOptions {
	modes := model.Modes()
	return machine.ClientOptions{Mode: modes[int(b&15)%len(modes)], CancelProbe: b&16 != 0, Relisten: b&32 != 0, Retries: int(b >> 6 & 1)}
}

// FuzzClientSession: bytes as what happens to a client's session. See
// properties.ClientTwin for what it promises.
func FuzzClientSession(f *testing.F) {
	for _, s := range clientStories() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		all := clientMoves(data[1:])
		if err := properties.NewClientTwin(clientOptions(data[0])).PlayAll(all); err != nil {
			t.Fatal(fmt.Errorf("%w\n%v", err, all))
		}
	})
}

// clientStories begin with a call, settle the era by each answer to the probe and
// to initialize, and then let each kind of thing happen twice.
func clientStories() (all [][]byte) {
	begin := []byte{byte(properties.ClientCall), 0, byte(properties.ClientStarted), 0, byte(properties.ClientWrite), 0}
	for options := range byte(128) {
		if options&15 > 2 {
			continue
		}
		for answer := range byte(10) {
			story := append([]byte{options}, begin...)
			story = append(story, byte(properties.ClientSettle), answer<<4, byte(properties.ClientWrite), 0)
			story = append(story, byte(properties.ClientSettle), 0, byte(properties.ClientCall), 1, byte(properties.ClientWrite), 0, byte(properties.ClientWrite), 0)
			all = append(all, story)
			for kind := range byte(properties.ClientMoveKinds) {
				all = append(all, append(append([]byte{}, story...), kind, answer, kind, 0x11, byte(properties.ClientFrame), answer))
			}
		}
	}
	return all
}
