// Package properties holds what a server promises, as properties that anybody
// can run in their own tests, in the manner of testing/fstest:
//
//	func TestMyServer(t *testing.T) {
//		properties.Server(t, properties.Command("go", "run", "./cmd/myserver"))
//	}
//
// Read in this order:
//
//   - server.go, clauses_*.go: the suite for any server over a process or a
//     pair of byte streams. One property a family of clauses, each cited, each
//     with a barrier where silence is claimed: a server that answers nothing
//     passes none of them. dial.go is how a server is reached, dialogue.go and
//     heard.go what is said to it and what it says.
//   - session.go, move.go, twin*.go: the property of a machine.ServerSession.
//     A Twin plays random interleavings on a session and on the model at once,
//     without a goroutine, and compares them after every step. ledger.go knows
//     which move of the model a frame with an id is; moves.go and theme.go
//     generate.
//   - sample.go: a typed frame of every class of the decision ladder.
//
// The tests of this package run the same moves against package server inside
// testing/synctest, and run every property against servers and tables that
// break one rule each, so that a property that cannot fail is noticed.
package properties
