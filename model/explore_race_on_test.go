//go:build race

package model

const (
	worldRequests  = 2
	policyRequests = 1
)
