package kiln

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What -set cannot mean is refused in words, and never the default by stealth.
func TestSettings(t *testing.T) {
	for _, good := range []string{
		"modern_versions=2026-07-28", "modern_versions=2027-05-05,2026-07-28", "drain_ms=1", "drain_ms=9223372036854775807", "max_line_bytes=100",
		"max_subscriptions=0", "policy=concurrent", "listen=off",
	} {
		var s Settings
		require.NoError(t, s.Set(good))
	}
	for bad, want := range map[string]string{
		"modern_versions=":                      "is no version",
		"modern_versions=tomorrow":              "is no version",
		"modern_versions=2026-13-28":            "is no version",
		"modern_versions=2025-11-25":            "is a legacy version",
		"modern_versions=2026-07-28,2027-05-05": "the newest is the first",
		"modern_versions=2026-07-28,2026-07-28": "is there twice",
		"drain_ms=0":                            "is not 1 or more",
		"max_buffered_events=0":                 "is not 1 or more",
		"max_line_bytes=0":                      "is not 1 or more",
		"drain_ms=-1":                           "is no whole number",
		"drain_ms=soon":                         "is no whole number",
		"max_subscriptions=-1":                  "is no whole number",
		"listen=maybe":                          "neither on nor off",
		"policy=none":                           "unknown policy",
		"mood=good":                             "unknown key",
		"listen":                                "is no KEY=VALUE",
	} {
		var s Settings
		require.ErrorContains(t, s.Set(bad), want, bad)
		require.Empty(t, s.opts)
	}
}
