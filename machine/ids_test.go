package machine

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every canonical id finds what was kept under it, and nothing else does.
func TestIDIndexTellsIDsApart(t *testing.T) {
	ids := []string{
		"n0", "n1", "n10", "n-1", "n999999999999999999", "n1000000000000000000", "n18446744073709551615", "n18446744073709551616",
		"s", "s0", "s1", "sn1", "s-1", "n", "sé", "s999999999999999999",
	}
	x := newIDIndex()
	for i, id := range ids {
		x.add(newRequestID([]byte(id)), Ref(i+1))
	}
	for i, id := range ids {
		ref, ok := x.find([]byte(id))
		require.True(t, ok, id)
		require.Equal(t, Ref(i+1), ref, id)
	}
	for i, id := range ids {
		x.remove(newRequestID([]byte(id)))
		_, ok := x.find([]byte(id))
		require.False(t, ok, id)
		for j, other := range ids[i+1:] {
			ref, _ := x.find([]byte(other))
			require.Equal(t, Ref(i+j+2), ref, fmt.Sprintf("%s after %s", other, id))
		}
	}
	require.False(t, newRequestID([]byte("n0")).none())
	require.False(t, newRequestID([]byte("s")).none())
}
