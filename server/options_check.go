package server

import (
	"fmt"
	"slices"
	"time"

	"github.com/eralock/eralock/protocol"
)

// positive panics unless the value of an option is more than zero. Zero would
// quietly be the default.
func positive[T int | time.Duration](option string, v T) {
	if v <= 0 {
		panic(fmt.Sprintf("server: %s must be positive, not %v", option, v))
	}
}

// notNegative is positive for options that say what zero means.
func notNegative[T int | time.Duration](option string, v T) {
	if v < 0 {
		panic(fmt.Sprintf("server: %s must not be negative, not %v", option, v))
	}
}

// versionsOf panics unless a server can speak these versions of the era.
func versionsOf(era protocol.Era, option string, versions []string) []string {
	if err := protocol.CheckVersions(era, versions); err != nil {
		panic(fmt.Sprintf("server: %s: %v", option, err))
	}
	return slices.Clone(versions)
}
