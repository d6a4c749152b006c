package protocol_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// To the schemas 1e3 and 12.0 are integers, wherever they stand.
func TestDecodeIntegersByValue(t *testing.T) {
	var got protocol.ListResourcesResult
	require.NoError(t, protocol.Decode([]byte(`{"resources":[{"uri":"x:y","name":"n","size":12.0}],"ttlMs":1e3}`), &got))
	want := protocol.ListResourcesResult{Resources: []protocol.Resource{{URI: "x:y", Name: "n", Size: new(int64(12))}}}
	want.TTLMs = new(int64(1000))
	require.Empty(t, cmp.Diff(want, got))

	require.NoError(t, protocol.Decode([]byte(`{"resources":[],"ttlMs":7}`), &got))
	require.Equal(t, int64(7), *got.TTLMs)

	require.ErrorContains(t, protocol.Decode([]byte(`{"resources":[],"ttlMs":1.5}`), &got), "/ttlMs")
	require.Error(t, protocol.Unmarshal([]byte(`{"resources":[],"ttlMs":1e3}`), &got))
}

// One hint in an odd form does not cost the others.
func TestTolerantIntegersByValue(t *testing.T) {
	got, err := protocol.ParseDiscoverResult([]byte(`{"supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":1e3,"cacheScope":7}`))
	require.NoError(t, err)
	require.Equal(t, int64(1000), *got.TTLMs)
}
