// Package model declares the protocol as data and proves it.
//
// Nine finite tables, without guards, say everything that a connection does:
// Era, Lifetime, LegacySession, Request and Outbound on the server's side,
// Negotiation, Call, Subscription and Process on the client's. Each row cites
// the clause it implements. The tables are pure: no I/O, no clock, no
// goroutine, and no import but the standard library's pure packages.
//
// Read table.go first, then era.go and request.go. World composes the server's
// tables into one connection with its requests; Explore walks every
// interleaving of it and checks the named Invariants in every state; Oracle
// judges a stranger's conversation by the same tables.
//
// Naming: for a machine X, XState are its states (XOpen), XEvent its events
// (XOnEOF), XEffect its effects (XDoSend). Effect 0 is "nothing to do".
package model
