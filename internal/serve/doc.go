// Package serve is the shell around machine.ServerSession: it moves bytes,
// runs handlers and performs the session's actions. It decides nothing about
// the protocol and knows no feature; an App answers the requests.
//
//	reader.go   lines in: read, parse, classify, step
//	role.go     who reads: the reading role moves on when its holder is busy
//	runner.go   where a handler runs: in place, or on a goroutine of its own
//	perform.go  the session's actions, one case each
//	outbox.go   frames that wait to be written, and can still be taken back
//	batch.go    the elements of an array in, batch_answer.go their answers out
//	writer.go   one writer at a time, whole batches, never under the lock
//	end.go      drain, deadline, broken output
//
// One short mutex owns the session and the outbox. A Step and the append it
// permits happen inside one critical section, which is what makes "locked",
// "not cancelled" and "appended" one thing (decisions E2). Nothing is locked
// while a handler runs or bytes are written.
package serve
