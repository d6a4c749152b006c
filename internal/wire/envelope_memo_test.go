package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestMemoChangesNothing: a parser that has seen other lines finds what a fresh
// one finds, whatever their envelopes were.
func TestMemoChangesNothing(t *testing.T) {
	envelopes := []string{
		`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`,
		`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"a","version":"1"},"progressToken":7}`,
		`{"io.modelcontextprotocol/clientInfo":{"name":"a"},"io.modelcontextprotocol/subscriptionId":"x"}`,
		`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","a":{"b":[[1]]}}`,
		`{"io.modelcontextprotocol/protocolVersion":"2026-07-28"`, `{"a":1,"a":2}`, `{"a":"\u0041"}`, `{}`, `null`, `[]`, `"{}"`,
	}
	remembered := 0
	rapid.Check(t, func(t *rapid.T) {
		p := NewParser(Limits{MaxDepth: 6})
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			before := rapid.SampledFrom([]string{"", `"name":"n",`, `"_meta":1,`, `"arguments":{"_meta":{}},`, `"x":"é",`}).Draw(t, "before")
			meta := rapid.SampledFrom(envelopes).Draw(t, "envelope")
			after := rapid.SampledFrom([]string{"", `,"uri":"u"`, `,"_meta":{}`, "}", ` `}).Draw(t, "after")
			line := Line{Text: []byte(`{"jsonrpc":"2.0","id":1,"method":"m","params":{` + before + `"_meta":` + meta + after + `}}`)}
			if len(p.again.text) > 0 && strings.Contains(string(line.Text), string(p.again.text)) {
				remembered++
			}
			var got, want Frame
			p.Parse(line, &got)
			NewParser(Limits{MaxDepth: 6}).Parse(line, &want)
			if d := cmp.Diff(want, got, compareFrames); d != "" {
				t.Fatalf("%s: %s", line.Text, d)
			}
		}
	})
	require.NotZero(t, remembered)
}
