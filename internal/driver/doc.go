// Package driver plays scenarios of the client cases on the public API of
// package client: it builds a client for a server command, makes the calls of
// the scenario one after the other, and prints one JSON line for each.
//
// scenario.go is the format, options.go and handlers.go turn the options into
// those of the client, run.go is the loop, calls.go, events.go and together.go
// are the calls, and kind.go names an error in the words of the cases.
package driver
