//go:build !race

package model

// The race detector makes a walk about ten times slower, and a walk is one
// goroutine: it gets smaller worlds.
const (
	worldRequests  = 4 // of the default policy
	policyRequests = 2 // of every policy
)
