package properties

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/machine"
)

// ClientMoves generates what happens to a client session: about fifty things, of
// which most go on with the negotiation, or nothing would follow.
func ClientMoves() *rapid.Generator[[]ClientMove] {
	var kinds []ClientMoveKind
	for kind, weight := range [ClientMoveKinds]int{
		ClientCall: 12, ClientStarted: 12, ClientStartFailed: 1, ClientWrite: 24, ClientSettle: 16, ClientSilence: 3, ClientFrame: 24, ClientPing: 2,
		ClientRequest: 2, ClientCancel: 8, ClientTimeout: 6, ClientGrace: 2, ClientLost: 2, ClientBroken: 2, ClientExit: 4, ClientClose: 1,
	} {
		kinds = append(kinds, slices.Repeat([]ClientMoveKind{ClientMoveKind(kind)}, weight)...)
	}
	kind, number := evenly(kinds), rapid.IntRange(0, 15)
	one := rapid.Custom(func(t *rapid.T) ClientMove {
		return ClientMove{Kind: kind.Draw(t, "kind"), Nth: number.Draw(t, "nth"), How: number.Draw(t, "how")}
	})
	return joined(rapid.SliceOfN(joined(rapid.SliceOf(rapid.SliceOf(one))), 0, 4))
}

// ClientSession is the property of a client's session: whatever happens, in
// whatever order, it keeps the promises of a ClientTwin.
func ClientSession(t rapid.TB, opt machine.ClientOptions) {
	t.Helper()
	moves := ClientMoves()
	rapid.Check(t, func(t *rapid.T) {
		if err := NewClientTwin(opt).PlayAll(moves.Draw(t, "moves")); err != nil {
			t.Fatalf("%v", err)
		}
	})
}
