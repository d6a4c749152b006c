package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// A line is a line, whatever the server says in it.
func TestProgressText(t *testing.T) {
	for want, p := range map[string]protocol.ProgressParams{
		"progress 2406999":  {Progress: 2406999},
		"progress 0.5: sub": {Progress: 0.5, Message: "sub"},
		"progress 1e+300":   {Progress: 1e300},
		"progress 0":        {},
		"progress [####################] 1 of 1e-300":                            {Progress: 1, Total: 1e-300},
		"progress [##########..........] 3000000 of 6000000: a\uFFFDb\uFFFD[K …": {Progress: 3e6, Total: 6e6, Message: "a\rb\x1b[K\nc"},
	} {
		require.Equal(t, want, progressText(p))
	}
}
