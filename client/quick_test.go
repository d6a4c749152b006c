package client

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/protocol"
)

// resultText draws results of tools, usual and unusual ones.
func resultText(t *rapid.T) string {
	usual := rapid.Bool().Draw(t, "usual") // then the first few of each
	piece := func(name string, n int, of ...string) string {
		if usual {
			of = of[:n]
		}
		return rapid.SampledFrom(of).Draw(t, name)
	}
	text := piece("text", 7, `"hi"`, `""`, `"a\"]},{"`, `"\\"`, `"\\\""`, `"\ud800é\u0041"`, `"{[,:]}"`, `7`, `null`)
	space := piece("space", 3, "", " ", "\n\t ")
	block := piece("block", 2,
		`{"type":"text","text":`+text+`}`, `{`+space+`"text"`+space+`:`+space+text+space+`,"type":"text"}`,
		`{"type":"text","text":`+text+`,"annotations":{"priority":1}}`, `{"type":"image","data":"eA==","mimeType":"x"}`,
		`{"type":"text"}`, `{"text":`+text+`}`, `{}`, `{"t\u0079pe":"text","text":`+text+`}`, `{"type":"new","x":[`+text+`]}`)
	members := []string{
		piece("content", 2, `"content":[`+block+`]`, `"content":[`+block+space+`,`+space+block+`]`, `"content":[`+space+`]`, `"content":{}`, `"content":null`, `"other":1`),
		piece("type", 3, ``, `"resultType":"complete"`, `"resultType":"input_required"`, `"resultType":"kiln"`, `"resultType":7`, `"result\u0054ype":"complete"`),
		piece("meta", 3, ``, `"_meta":{}`, `"_meta":{"a":[1,{"b":2}]}`, `"_meta":null`, `"_meta":7`),
		piece("more", 5, ``, `"isError":true`, `"isError":false`, `"structuredContent":{"x":[1,2.5e3,"]}"]}`, `"structuredContent":12`, `"isError":1`, `"x":{"y":"\\"}`),
	}
	all := "{" + space
	for _, m := range rapid.Permutation(members).Draw(t, "order") {
		if m == "" {
			continue
		}
		if len(all) > 1+len(space) {
			all += space + "," + space
		}
		all += m
	}
	return all + space + "}"
}

// What is read quickly is what the decoder would have read.
func TestQuickReadsWhatTheDecoderReads(t *testing.T) {
	quickly := 0
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte(resultText(t))
		if head, ok := quickHead(raw); ok {
			slow, err := slowHead(raw)
			require.NoError(t, err, "%s", raw)
			if diff := cmp.Diff(slow, head); diff != "" {
				t.Fatalf("%s\n%s", raw, diff)
			}
		}
		result, ok := quickToolResult(raw)
		if !ok {
			return
		}
		quickly++
		slow, err := decode[protocol.CallToolResult]("tools/call", raw)
		require.NoError(t, err, "%s", raw)
		if diff := cmp.Diff(slow, result); diff != "" {
			t.Fatalf("%s\n%s", raw, diff)
		}
	})
	require.Positive(t, quickly)
}

// The usual results are read quickly, not only correctly.
func TestUsualResultsAreReadQuickly(t *testing.T) {
	for _, raw := range []string{
		`{"content":[{"type":"text","text":"hi"}]}`,
		`{ "content" : [ { "text" : "\\" , "type" : "text" } , {"type":"text","text":"\""} ] , "isError" : false }`,
		`{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"kiln","version":"3.1.4"}},"content":[{"type":"text","text":"a,]}b"}],"structuredContent":{"x":["]"]}}`,
		`{"content":[{"type":"text","text":""}],"structuredContent":1.5e3,"isError":true}`,
	} {
		_, ok := quickToolResult([]byte(raw))
		require.True(t, ok, raw)
	}
}

// A call allocates no more than this; what the peer of this test allocates is
// in it too.
func TestAllocationsOfACall(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector drops what is pooled")
	}
	in, out := io.Pipe()
	toClient, fromServer := io.Pipe()
	go func() {
		defer fromServer.Close()
		lines := bufio.NewReader(in)
		answer := []byte(`{"jsonrpc":"2.0","id":`)
		for {
			line, err := lines.ReadSlice('\n')
			if err != nil {
				return
			}
			_, rest, _ := bytes.Cut(line, []byte(`"id":`))
			id := rest[:bytes.IndexByte(rest, ',')]
			result := `,"result":{"content":[{"type":"text","text":"hi"}]}}`
			if bytes.Contains(line, []byte("server/discover")) {
				result = `,"result":{"supportedVersions":["2026-07-28"]}}`
			}
			answer = append(append(append(answer[:len(`{"jsonrpc":"2.0","id":`)], id...), result...), '\n')
			if _, err := fromServer.Write(answer); err != nil {
				return
			}
		}
	}()
	c, err := Connect(t.Context(), Over(toClient, out))
	require.NoError(t, err)
	args := map[string]string{"text": "hi"}
	n := testing.AllocsPerRun(500, func() {
		if _, err := c.CallTool(t.Context(), "echo", args); err != nil {
			t.Fatal(err)
		}
	})
	require.LessOrEqual(t, n, 8.0)
	require.NoError(t, c.Close())
}

// Whatever it is given, walking does not panic, and it ends.
func TestWalkOverNoJSON(t *testing.T) {
	alphabet := []byte(`{}[]:,"\ 1a`)
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, "raw")
		eachMember(raw, func(name, value []byte) bool { return len(name)+len(value) >= 0 })
		walkElements(raw, 0, func(at int) int { return skipValue(raw, at) })
		quickToolResult(raw)
		textOf(raw, len(raw)/2)
	})
}
