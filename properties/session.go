package properties

import (
	"pgregory.net/rapid"

	"github.com/eralock/eralock/machine"
)

// Session is the property of a session: whatever happens, in whatever order,
// machine.ServerSession with opt agrees with the model. See Twin for what is
// compared after every move. A failure prints the shortest exchange that rapid
// finds, as client and server saw it.
func Session(t rapid.TB, opt machine.ServerOptions) {
	t.Helper()
	moves := Moves()
	rapid.Check(t, func(t *rapid.T) {
		if err := NewTwin(opt).PlayAll(moves.Draw(t, "moves")); err != nil {
			t.Fatalf("%v", err)
		}
	})
}
