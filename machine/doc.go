// Package machine runs the tables of package model on qmuntal/stateless, and
// composes them into two sessions without I/O, clock or goroutine.
//
// A session is a state with one door:
//
//	Step(in Input, buf []Action) []Action
//
// The shell says what happened (a classified frame, a handler's step, the end
// of the pipe) and performs what comes back (run a handler, append a frame,
// close). Era lock, cancel check and the permission to append are decided
// inside one Step, so a shell that holds one lock around Step and its append
// has the atomicity that rules A5 to A18 ask for. The buffer is the caller's:
// a step allocates nothing but what it must keep.
//
// Nothing but the tables branches. Machines are asked in one order: Lifetime
// (may anything come in?), then Era (may this come in?), then LegacySession
// where the era says so, then Request. When a modern request is about to emit
// a frame that is no error, the era's commit event is fired first.
//
// Sessions are not safe for concurrent use; Machines are.
package machine
