// Package properties holds what a server and a client promise, as properties
// that anybody can run in their own tests, in the manner of testing/fstest:
//
//	func TestMyServer(t *testing.T) {
//		properties.Server(t, properties.Command("go", "run", "./cmd/myserver"))
//	}
//
//	func TestMyClient(t *testing.T) {
//		properties.Client(t, properties.ClientCommand("node", "client.mjs"))
//	}
//
// [Client] says what the client program has to do; ten lines are enough. Each
// property cites its clauses. Most of them generate exchanges, judge them and
// shrink what fails to the shortest exchange that still does. [CheckServer] and
// [CheckClient] do the same without a testing.T and return a [Report].
//
// Within about 15 s (see [Within]) each suite plays a few hundred exchanges. It
// looks into more when it knows what the server can do: [SlowTool] for cancels,
// [ProgressTool] and [ChangeTool]. A clause such as S-CANCEL-1 is found in
// spec-notes/traceability.md, with the chapter of the specification it is from.
//
// What [Client] does not look at, since ten lines do not do it, or since it does
// not show on the wire: subscriptions and that they are renewed (C-SUB, C-SHUT-6);
// requests for input and their retries (C-MRTR, C-ELIC, C-SAMP, C-ROOTS, C-LELIC,
// C-LSAMP, C-LROOTS); tasks (C-LTASK); pages and caches (C-PAGE, C-CACHE); the
// schemas of tools (C-TOOL, C-SCHEMA); tokens of progress that are used twice, and
// limits that progress does not extend (C-PROG, C-LPROG, C-TIME-5); the grammar of
// keys and the optional parts of the envelope (C-META-1 to C-META-6, C-META-9,
// C-META-11); which version a client proposes and whether it refuses a counter-offer
// (C-LIFE-4, C-LIFE-5, C-VER-1); batches of the server's (C-BATCH-1); how it ends
// the server's process and starts another (C-SHUT-2, C-SHUT-4); what it makes of
// standard error (C-FRAME-7); results of an unknown type (C-RT); error codes,
// extensions, prompts and completions (C-ERR, C-EXT, C-PROMPT, C-COMP). What it
// does look at is what the claims in client_statements.go name.
//
// Read in this order:
//
//   - server.go, statements.go, options.go: the suite for any server over a
//     process or a pair of byte streams. clauses_*.go are exchanges that are
//     written down (clauses_slow.go also finds out whether the slow tool is
//     slow); plots*.go say what the generated ones are made of: cue.go is one
//     thing that is done, player.go does it, judge*.go holds the record against
//     the model's oracle. hunt.go generates and shrinks. dial.go is how a
//     server is reached, dialogue.go what is said to it and what it says. A
//     server that answers nothing passes none of the properties.
//   - client.go, client_statements.go: the suite for any client, in which the
//     suite is the server. client_dial.go and relay.go are how a client reaches
//     it, turn.go and host*.go what it does, host_judge*.go what a client must do.
//   - session.go, move.go, twin*.go: the property of a machine.ServerSession.
//     A Twin plays random interleavings on a session and on the model at once,
//     without a goroutine, and compares them after every step. ledger.go knows
//     which move of the model a frame with an id is; moves.go and theme.go
//     generate.
//   - sample.go, broken.go: a typed frame of every class of the decision ladder,
//     and envelopes and lines that are broken in every way, for tests of others.
//
// The tests of this package run the same moves against package server inside
// testing/synctest, run both suites against our server and client in memory and
// as processes, and run every property against servers, clients and tables that
// break one rule each, so that a property that cannot fail is noticed.
package properties
