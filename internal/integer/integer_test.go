package integer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAppend(t *testing.T) {
	for token, want := range map[string]string{
		"0": "0", "-0": "0", "-0.0": "0", "0e9": "0", "7": "7", "-7": "-7", "1.0": "1", "1e3": "1000", "-1.5e1": "-15", "10e-1": "1",
		"9223372036854775807.0": "9223372036854775807", "1e64": "1" + strings.Repeat("0", 64),
	} {
		got, ok := Append([]byte("x"), []byte(token))
		require.True(t, ok, token)
		require.Equal(t, "x"+want, string(got), token)
	}
	for _, token := range []string{"", "1.5", "1e-1", "1e65", "1e999999", "1." + strings.Repeat("0", 127), "01", "1.", "+1", `"1"`, "true", "1 "} {
		got, ok := Append([]byte("x"), []byte(token))
		require.False(t, ok, token)
		require.Equal(t, "x", string(got), token)
	}
	longest, ok := Append(nil, []byte("-"+strings.Repeat("9", 124)+"e64"))
	require.True(t, ok)
	require.LessOrEqual(t, len(longest), 194)
}
