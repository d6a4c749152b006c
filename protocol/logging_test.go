package protocol_test

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

func TestLevelsAreOrdered(t *testing.T) {
	var last protocol.Level
	for _, name := range []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"} {
		level, ok := protocol.ParseLevel(name)
		require.True(t, ok, name)
		require.Greater(t, level, last)
		require.Equal(t, name, level.String())
		same, ok := protocol.ParseLevel([]byte(name))
		require.True(t, ok && same == level)
		last = level
	}
	require.Equal(t, protocol.LevelEmergency, last)
	for _, name := range []string{"", "none", "Debug", "warn", "emergency "} {
		_, ok := protocol.ParseLevel(name)
		require.False(t, ok, name)
	}
}

// S-LOG-6, S-LLOG-2: any but the eight is an error, on the way in and out.
func TestUnknownLevels(t *testing.T) {
	for _, text := range []string{`{"level":"verbose"}`, `{"level":""}`, `{"level":5}`} {
		require.Error(t, protocol.Unmarshal([]byte(text), new(protocol.SetLevelParams)), text)
	}
	require.ErrorIs(t, protocol.Unmarshal([]byte(`{"level":"verbose"}`), new(protocol.SetLevelParams)), protocol.ErrMalformed)
	for _, text := range []string{`{}`, `{"level":null}`} { // the receiver must look: zero is no level
		var p protocol.SetLevelParams
		require.NoError(t, protocol.Unmarshal([]byte(text), &p))
		require.Zero(t, p.Level)
	}
	for _, level := range []protocol.Level{0, 9, 255} {
		_, err := protocol.Marshal(&protocol.SetLevelParams{Level: level})
		require.ErrorIs(t, err, protocol.ErrMalformed)
		require.Equal(t, "none", level.String())
	}
}

func TestParseLevelDoesNotAllocate(t *testing.T) {
	name := []byte("emergency")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, ok := protocol.ParseLevel(name); !ok {
			t.Fail()
		}
	}))
}
