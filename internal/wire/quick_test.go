package wire

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var compareFrames = cmp.AllowUnexported(Frame{}, metaSpans{}, span{})

// bothWalks parses a line quickly and with the decoder alone.
func bothWalks(line []byte) (quickly bool, fast, slow Frame, err error) {
	fast, slow = Frame{line: line}, Frame{line: line}
	p := NewParser(Limits{})
	quickly = p.walkQuickly(&fast, isPrintable(line))
	fast.bare = false // which the decoder does not tell
	err = p.walk(&slow, jsontext.AllowDuplicateNames(false))
	return quickly, fast, slow, err
}

// TestQuickWalkIsTheDecoders: what the quick walk accepts, the decoder accepts
// too and finds the same in.
func TestQuickWalkIsTheDecoders(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		line := drawMessage(t)
		quickly, fast, slow, err := bothWalks(line)
		if !quickly {
			return
		}
		accepted++
		if err != nil {
			t.Fatalf("the decoder refuses %q: %v", line, err)
		}
		if d := cmp.Diff(slow, fast, compareFrames); d != "" {
			t.Fatalf("%q: %s", line, d)
		}
	})
	require.NotZero(t, accepted)
}

// drawMessage makes a message of parts that matter, and then often damages it.
func drawMessage(t *rapid.T) []byte {
	text := rapid.SampledFrom([]string{
		`""`, `"a"`, `"plain ascii, longer than eight"`, `"é€😀"`, `"\""`, `"\\"`, `"\u00e9\ud83d\ude00"`, `"\ud800"`,
		`"1234567\"9"`, `"tab\t"`, "\"raw\ttab\"", `"\x"`, `"\u12"`, `"12345678`, "\"\u007f\"",
	})
	number := rapid.SampledFrom([]string{"0", "-1", "1.5", "1e9", "-0", "01", "1.", ".5", "1e", "+1", "9007199254740993", "-"})
	word := rapid.SampledFrom([]string{"true", "false", "null", "tru", "nul", "True"})
	var value func(depth int) string
	value = func(depth int) string {
		kind := rapid.IntRange(0, 9).Draw(t, "kind")
		switch {
		case kind < 3 || depth > 3 && kind > 5:
			return text.Draw(t, "text")
		case kind < 5:
			return number.Draw(t, "number")
		case kind < 6:
			return word.Draw(t, "word")
		case kind < 8:
			s := "["
			for i := range rapid.IntRange(0, 3).Draw(t, "elements") {
				if i > 0 {
					s += ","
				}
				s += value(depth + 1)
			}
			return s + "]"
		}
		return drawMembers(t, func() string { return value(depth + 1) })
	}
	line := []byte(drawMembers(t, func() string { return value(0) }))
	if rapid.Bool().Draw(t, "damage") {
		at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
		line[at] = rapid.SampledFrom([]byte("{}[]\",:0 \\\tx\x00")).Draw(t, "with")
	}
	return line
}

func drawMembers(t *rapid.T, value func() string) string {
	name := rapid.SampledFrom([]string{"jsonrpc", "id", "method", "params", "_meta", "name", "arguments", "a", "b", `\u0069d`, ""})
	space := rapid.SampledFrom([]string{"", "", "", " ", "\t ", "\r"})
	s := "{" + space.Draw(t, "space")
	for i := range rapid.IntRange(0, 6).Draw(t, "members") {
		if i > 0 {
			s += space.Draw(t, "space") + ","
		}
		s += space.Draw(t, "space") + `"` + name.Draw(t, "name") + `"` + space.Draw(t, "space") + ":" + space.Draw(t, "space") + value()
	}
	return s + space.Draw(t, "space") + "}"
}

// TestQuickWalkTakesTheUsualLine: it must not give up on what everybody sends.
func TestQuickWalkTakesTheUsualLine(t *testing.T) {
	quickly, fast, _, err := bothWalks([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a \"quoted\" é"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	require.NoError(t, err)
	require.True(t, quickly)
	require.Equal(t, "tools/call", string(fast.Method()))
	require.Equal(t, `{"text":"a \"quoted\" é"}`, string(fast.Arguments()))
}

// TestQuickWalkLeavesDuplicates: two members of one name are the decoder's.
func TestQuickWalkLeavesDuplicates(t *testing.T) {
	for _, line := range []string{
		`{"id":1,"id":2}`, `{"a":{"b":1,"b":2}}`, `{"a":[{"x":1,"x":1}]}`, `{"id":1,"\u0069d":2}`, `{"a":1}{`, `{"a":1} x`, `[]`, `{"a":"` + "\x01" + `"}`,
	} {
		quickly, _, _, _ := bothWalks([]byte(line))
		require.False(t, quickly, line)
	}
}

func TestIsPrintable(t *testing.T) {
	for n := range 70 {
		line := make([]byte, n)
		for i := range line {
			line[i] = byte(' ' + i%95)
		}
		require.True(t, isPrintable(line), n)
		for i := range line {
			for _, bad := range []byte{0, '\t', 0x1f, 0x80, 0xff} {
				was := line[i]
				line[i] = bad
				require.False(t, isPrintable(line), "%d of %d", i, n)
				line[i] = was
			}
		}
	}
}
