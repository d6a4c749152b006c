package serve

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A handler that is slow again and again is tried in place less and less often.
func TestASlowRouteRestsLonger(t *testing.T) {
	var r Route
	for _, want := range []uint32{256, 512, 1024, 2048, 4096, 8192, 16384, 16384} {
		r.leave()
		r.leave() // once more for the same call
		require.True(t, r.slow.Load())
		require.Equal(t, want, r.rest.Load())
		r.slow.Store(false) // it is tried
	}
}
