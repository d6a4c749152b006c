package client

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The first restart never waits, those of a crash loop wait longer and longer,
// and a process that lived makes up for all of them.
func TestPauses(t *testing.T) {
	var s starts
	now := time.Unix(1000, 0)
	restart := func(lived time.Duration) time.Duration {
		now = now.Add(lived)
		pause := s.next(now)
		now = now.Add(pause)
		s.last = now
		return pause
	}
	require.Zero(t, restart(0))
	require.Zero(t, restart(time.Millisecond))
	require.Equal(t, 50*time.Millisecond, restart(time.Millisecond))
	require.Equal(t, 100*time.Millisecond, restart(time.Millisecond))
	for range 20 {
		restart(time.Millisecond)
	}
	require.Equal(t, 5*time.Second, restart(time.Millisecond))
	require.Zero(t, restart(2*time.Second))
}
