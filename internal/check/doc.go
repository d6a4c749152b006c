// Package check is the judge of strangers: it starts a server as a child
// process, talks to it over its pipes, and says which clauses of the
// specification it keeps.
//
// It shares no code with our own server and client, so that it cannot share
// their mistakes. What it knows of right and wrong are the tables of package
// model, held against the conversation by [model.Oracle], and the shapes of
// single frames.
//
// In the order of a run:
//
//   - meet.go, slow.go, fingerprint.go: what the peer can do, and which era
//     policy it follows. A policy is never a violation (decisions E1): it is
//     found out, not accused.
//   - frame.go, player.go, settle.go, conn.go: one schedule of the model is
//     played on a process of its own. That a cancel was read is proved by the
//     answer to a request behind it, never by sleeping.
//   - judge*.go: the recorded conversation is judged, clause by clause. A judge
//     sees records only, so it can be tested on bytes.
//   - round.go, choose.go: all schedules that fit, shortest first, several
//     processes at once.
//   - investigate.go, minimise.go: what failed is made smaller and repeated for
//     a rate. What only did not come in time is played again with the machine
//     to itself before it counts.
//   - report*.go: a verdict for each clause, failures as exchanges, one line of
//     summary.
//
// Only what the specification says with MUST or MUST NOT is a violation. SHOULD
// is a warning. What is left to a server's choice is neither.
package check
