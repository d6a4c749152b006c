package client

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/protocol"
)

// Plain arguments are encoded as the encoder would, to the byte.
func TestPlainArguments(t *testing.T) {
	plain := 0
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "a\"b\\c\nd", "\x7f\x00é<&>\u2028", "\xff"}))
	value := rapid.OneOf(rapid.Map(text, func(s string) any { return s }), rapid.Map(rapid.Int(), func(i int) any { return i }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }), rapid.SampledFrom([]any{nil, 1.5, []int{1}, map[string]any{"x": "y"}}))
	rapid.Check(t, func(t *rapid.T) {
		var args any = rapid.MapOfN(text, value, 0, maxPlain+1).Draw(t, "args")
		if rapid.Bool().Draw(t, "strings") {
			args = rapid.MapOf(text, text).Draw(t, "text")
		}
		got, ok := appendPlainArgs([]byte("x"), args)
		if !ok {
			require.Equal(t, "x", string(got))
			return
		}
		plain++
		want, err := protocol.Marshal(args)
		require.NoError(t, err)
		require.Equal(t, "x"+string(want), string(got))
	})
	require.Positive(t, plain)
}

// Raw arguments that are spread over lines do not break the framing.
func TestArgumentsAreOnOneLine(t *testing.T) {
	for _, args := range []any{jsontext.Value("{\n\"a\": [1,\r\n2]}"), struct{ X jsontext.Value }{jsontext.Value("[\n1]")}} {
		var buf bytes.Buffer
		require.NoError(t, toolParams(&buf, "echo", args))
		require.NotContains(t, buf.String(), "\n")
		require.NotContains(t, buf.String(), "\r")
	}
	var r request
	require.NoError(t, r.addMeta(protocol.Meta("{\n\"acme\": {\r\n\"x\":1}}")))
	require.Equal(t, `{"acme":{"x":1}}`, string(r.meta))
}
