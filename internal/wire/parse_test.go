package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func parse(line string) *Frame {
	f := new(Frame)
	NewParser(Limits{}).Parse(Line{Text: []byte(line)}, f)
	return f
}

func TestShapes(t *testing.T) {
	for line, want := range map[string]shape{
		"": blank, " \t": blank, "\r": blank,
		`{`: notJSON, `{nope`: notJSON, `}`: notJSON, `{}}`: notJSON, `{} {}`: notJSON, `1 2`: notJSON, `{}x`: notJSON, `[`: notJSON, `[1,]`: notJSON, `{"a":1,}`: notJSON,
		`{"a" 1}`: notJSON, `{"a":}`: notJSON, `{1:2}`: notJSON, `{a:1}`: notJSON, `{"a":1 "b":2}`: notJSON, `{,}`: notJSON, `{{}:1}`: notJSON, `{"a":[}`: notJSON, `{"a":{]}`: notJSON,
		`"a`: notJSON, "\"a\tb\"": notJSON, `"\x"`: notJSON, `"\u12"`: notJSON, `nul`: notJSON, `NaN`: notJSON, `01`: notJSON, `1.`: notJSON, `+1`: notJSON, "\uFEFF{}": notJSON, `{"a":1}//`: notJSON, `'a'`: notJSON,
		`{"id":1,"met`: notJSON,
		"{\xff}":       notUTF8, "{\"a\":\"\xff\"}": notUTF8, "\"\xed\xa0\x80\"": notUTF8, "\xc0\xaf": notUTF8,
		`1`: scalar, `null`: scalar, `"a"`: scalar, ` true `: scalar,
		`[]`: array, `[1,{"id":1}]`: array, `[{"id":1,"id":1}]`: array,
		`{}`: object, ` {"a":[1,{"b":null}]}` + "\r": object, `{"a":1,"a":2}`: object, `{"x":"\ud800"}`: object, `{"\ud800":1,"\ud801":2,"\ufffd":3}`: object,
	} {
		require.Equal(t, want, parse(line).shape, "%q", line)
	}
}

func TestDepth(t *testing.T) {
	nest := func(n int) string { return strings.Repeat(`{"a":[`, n/2) + strings.Repeat("]}", n/2) }
	for _, test := range []struct {
		limit int
		line  string
		want  shape
	}{
		{0, nest(1000), object},
		{0, nest(1002), tooDeep},
		{0, "[" + nest(1000) + "]", tooDeep},
		{2, `{"a":[1]}`, object},
		{2, `{"a":[[]]}`, tooDeep},
		{2, `[[],[],[],{}]`, array},                       // many, but not deep
		{2, `{"a":"[[[[","b":"\"[[[["}`, object},          // not brackets at all
		{2, `{"a":[[[[`, tooDeep},                         // malformed either way
		{9_999_999, strings.Repeat("[", 20_000), tooDeep}, // the limit has a limit
		{MaxMaxDepth, nest(MaxMaxDepth), object},
		{0, `{"a":[` + strings.Repeat("{},", 2000) + `{}]}`, object},
	} {
		f := new(Frame)
		NewParser(Limits{MaxDepth: test.limit}).Parse(Line{Text: []byte(test.line)}, f)
		require.Equal(t, test.want, f.shape, "%.60s", test.line)
	}
}

func TestDuplicateNames(t *testing.T) {
	many := make([]string, 300)
	for i := range many {
		many[i] = fmt.Sprintf(`"k%d":%d`, i, i)
	}
	wide := strings.Join(many, ",")
	for line, want := range map[string]struct {
		duplicate bool
		id        string
	}{
		`{"id":1,"a":2}`:                                 {false, "1"},
		`{"id":1,"a":2,"a":2}`:                           {true, "1"},
		`{"a":2,"a":2,"id":"x"}`:                         {true, `"x"`},
		`{"id":1,"id":1}`:                                {true, ""},
		`{"id":1,"i\u0064":1}`:                           {true, ""},
		`{"i\u0064":1,"a":{"b":1,"\u0062":2}}`:           {true, "1"},
		`{"id":1,"id":{}}`:                               {true, ""},
		`{"id":{"a":1,"a":1}}`:                           {true, ""},
		`{"id":1,"x":{"id":1}}`:                          {false, "1"},
		`{"id":1,"x":[{"id":1},{"id":1}]}`:               {false, "1"},
		`{"id":1,"params":{"_meta":{"a":1,"a":2}}}`:      {true, "1"},
		`{"id":1,"x":[[{"a":{"b":1},"a":{"b":1}}]]}`:     {true, "1"},
		`{"id":1,"":1,"":2}`:                             {true, "1"},
		`{"id":1,"ID":2,"Id":3}`:                         {false, "1"},
		`{"id":1,"\ud800":1,"\ud801":2}`:                 {false, "1"},
		`{"id":1,"\ud800":1,"\ufffd":2}`:                 {false, "1"},
		`{"id":1,"\ud800":1,"\ud800":2}`:                 {true, "1"},
		`{"id":1,"\ud800":1,"\uD800":2}`:                 {true, "1"},
		`{"id":1,"😀":1,"\ud83d\ude00":2}`:                {true, "1"},
		`{"id":1,"x":{` + wide + `}}`:                    {false, "1"},
		`{"id":1,"x":{` + wide + `,"k7":0}}`:             {true, "1"},
		`{"id":1,"x":{"id":2},"a":1,"a":2}`:              {true, "1"},
		`{"id":1,"a":"x","b":"x","\ud800":1,"\ud801":2}`: {false, "1"},
		`{"id":1,"a":["x","x"],"\ud800":1,"\ud801":2}`:   {false, "1"},
		`{"id":1,"b":1,"a":[1,{"b":1}],"b":2}`:           {true, "1"},
		`{"id":1.5,"a":1,"a":1}`:                         {true, ""},
	} {
		f := parse(line)
		require.Equal(t, object, f.shape, "%.60s", line)
		require.Equal(t, want.duplicate, f.marks.has(duplicateName), "%.60s", line)
		require.Equal(t, want.id, string(f.AnswerID()), "%.60s", line)
	}
	require.Equal(t, notJSON, parse(`{"a":1,"a":2,"b":}`).shape, "the rest is looked at too")
	require.Equal(t, notJSON, parse(`{"a":1,"a":2} {}`).shape)
	require.Nil(t, parse(`{"id":1,"method":"ping","a":1,"a":2}`).Method(), "nothing of it can be used")
}

func TestMembers(t *testing.T) {
	f := parse(`{"params":{"name":"e\u0063ho","arguments":{"a":[1, 2]},"uri":"x:y","requestId":"r","inputResponses":{"k":1},"requestState":"s","notifications":{},"progressToken":7,"protocolVersion":"2025-11-25","other":{"name":"no"},
"_m\u0065ta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/clientInfo":{"version":"0","title":1,"name":"n"},` +
		`"io.modelcontextprotocol/logLevel":"info","progressToken":"t","io.modelcontextprotocol/subscriptionId":0,"x":{"progressToken":1}}},"i\u0064": 1.0 ,"m\u0065thod":"tools\/call","result":[ 1 ],"error":{},"jsonrpc":"2\u002e0","x":{"id":2}}`)
	raws := map[string]string{
		"id": string(f.ID()), "method": string(f.Method()), "result": string(f.Result()), "error": string(f.Failure()),
		"name": string(f.Name()), "arguments": string(f.Arguments()), "uri": string(f.URI()), "requestId": string(f.RequestID()), "responses": string(f.InputResponses()), "state": string(f.RequestState()), "notifications": string(f.Filter()), "token": string(f.Token()),
		"version": string(f.InitializeVersion()), "claim": string(f.Version()), "capabilities": string(f.ClientCapabilities()), "info": string(f.ClientInfo()), "level": string(f.LogLevel()),
		"progressToken": string(f.ProgressToken()), "subscription": string(f.SubscriptionID()),
	}
	require.Equal(t, map[string]string{
		"id": "1.0", "method": "tools/call", "result": "[ 1 ]", "error": "{}",
		"name": "echo", "arguments": `{"a":[1, 2]}`, "uri": "x:y", "requestId": `"r"`, "responses": `{"k":1}`, "state": `"s"`, "notifications": "{}", "token": "7",
		"version": `"2025-11-25"`, "claim": "2026-07-28", "capabilities": `{"roots":{}}`, "info": `{"version":"0","title":1,"name":"n"}`, "level": "info",
		"progressToken": `"t"`, "subscription": "0",
	}, raws)
	require.True(t, f.Claimed())
	require.Equal(t, versionTwo|clientInfoComplete, f.marks)
	require.True(t, bytes.HasPrefix(f.Params(), []byte(`{"name"`)) && bytes.HasSuffix(f.Params(), []byte(`}}}`)))
	require.True(t, bytes.HasPrefix(f.Meta(), []byte(`{"io.`)) && bytes.HasSuffix(f.Meta(), []byte(`}}`)))

	g := *f
	g.Own()
	clear(f.line)
	require.Equal(t, "tools/call", string(g.Method()))
	require.Equal(t, `{"a":[1, 2]}`, string(g.Arguments()))
}

func TestAbsentMembers(t *testing.T) {
	for _, line := range []string{``, `{`, `1`, `{}`, `{"params":null}`, `{"params":[]}`, `{"params":[ ` + "\t" + ` ]}`, `{"params":{}}`, `{"params":{"_meta":null}}`, `{"params":{"_meta":{}}}`} {
		f := parse(line)
		for _, raw := range [][]byte{f.ID(), f.AnswerID(), f.Method(), f.Result(), f.Failure(), f.Name(), f.Arguments(), f.URI(), f.RequestID(), f.Filter(), f.Token(),
			f.InitializeVersion(), f.Version(), f.ClientCapabilities(), f.ClientInfo(), f.LogLevel(), f.ProgressToken(), f.SubscriptionID()} {
			require.Nil(t, raw, line)
		}
		require.False(t, f.Claimed())
		require.Zero(t, f.marks, line)
	}
	require.Nil(t, parse(`{"params":[]}`).Params())
	require.Equal(t, paramsNoObject, parse(`{"params":[1]}`).marks)
	require.Equal(t, paramsNoObject, parse(`{"params":0}`).marks)
	require.Equal(t, paramsNoObject, parse(`{"params":""}`).marks)
	require.Equal(t, metaNoObject, parse(`{"params":{"_meta":[]}}`).marks)
	require.Nil(t, parse(`{"method":1,"params":{"name":1,"uri":null}}`).Name())
	for info, want := range map[string]marks{`{}`: 0, `{"name":"a"}`: 0, `{"version":"a"}`: 0, `{"name":"a","version":1}`: 0, `42`: 0, `null`: 0, `[]`: 0, `{"name":"","version":""}`: clientInfoComplete} {
		require.Equal(t, want, parse(`{"params":{"_meta":{"io.modelcontextprotocol/clientInfo":`+info+`}}}`).marks, info)
	}
}

// A parser carries nothing from one line to the next.
func TestParserIsReused(t *testing.T) {
	lines := []string{`{"id":1,"a":1,"a":2}`, `{`, `{"id":1,"\ud800":1,"\ud801":2,"method":"x"}`, ``, `{"id":7,"method":"p\u0069ng","params":{"_meta":{"a":{"b":[`, `[1]`, string(benchLines["fields"]), "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		p, f := NewParser(Limits{}), new(Frame)
		for _, line := range rapid.SliceOf(rapid.SampledFrom(lines)).Draw(t, "lines") {
			p.Parse(Line{Text: []byte(line)}, f)
			require.Equal(t, parse(line), f)
		}
	})
}

// A line is JSON for us if it is for encoding/json.
func TestValidityAgrees(t *testing.T) {
	piece := rapid.SampledFrom(strings.Split(`{ } [ ] , : " \ 0 1 - . e E + null true false "a" "id" "\u0041" é 1.5e3 `+"\t", " "))
	rapid.Check(t, func(t *rapid.T) {
		line := strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "")
		if rapid.Bool().Draw(t, "from an object") { // near to valid
			valid := drawObject(t, 3)
			cut := rapid.IntRange(0, len(valid)).Draw(t, "cut")
			line = valid[:cut] + rapid.StringMatching(`[\[\]{},:"0a]?`).Draw(t, "inserted") + valid[cut+rapid.IntRange(0, min(1, len(valid)-cut)).Draw(t, "deleted"):]
		}
		f := parse(line)
		if f.shape == blank || f.shape == notUTF8 { // of which encoding/json has another opinion
			return
		}
		require.Equal(t, json.Valid([]byte(line)), f.shape != notJSON, line)
	})
}

// What the walk finds at the top level is what encoding/json finds.
func TestTopLevelAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"id", "method", "params", "result", "error", "jsonrpc", "x"}), rapid.ID).Draw(t, "names")
		var members []string
		for _, name := range names {
			members = append(members, drawSpace(t)+`"`+name+`":`+drawSpace(t)+drawValue(t, 2)+drawSpace(t))
		}
		line := "{" + strings.Join(members, ",") + "}"
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(line), &want))
		f := parse(line)
		require.Equal(t, string(want["id"]), string(f.ID()), line)
		require.Equal(t, string(want["result"]), string(f.Result()), line)
		require.Equal(t, string(want["error"]), string(f.Failure()), line)
		if params := string(want["params"]); params != "null" && params != "[]" {
			require.Equal(t, params, string(f.Params()), line)
		}
	})
}
