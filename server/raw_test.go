package server_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// A raw tool's text goes out as it is where it can, and as the era wants it
// everywhere; what is no result is the program's mistake (decisions A6).
func TestRawResults(t *testing.T) {
	const text = `[{"type":"text","text":"a"}]`
	for _, tc := range []struct {
		raw            string
		modern, legacy string // the result; "" is an internal error
	}{
		{`{"content":` + text + `}`, `{"resultType":"complete","content":` + text + `}`, `{"content":` + text + `}`},
		{" {\"content\":[],\"isError\":true }\t", `{"resultType":"complete","content":[],"isError":true }`, `{"content":[],"isError":true }`},
		{"{\n\"content\":" + text + "}", `{"resultType":"complete","content":` + text + `}`, `{"content":` + text + `}`},
		{"{\"content\":" + text + "\r}", `{"resultType":"complete","content":` + text + `}`, `{"content":` + text + `}`},
		{`{"content":[],"resultType":"complete"}`, `{"resultType":"complete","content":[]}`, `{"content":[]}`},
		{`{"c\u006fntent":` + text + `}`, `{"resultType":"complete","content":` + text + `}`, `{"content":` + text + `}`},
		{`{}`, `{"resultType":"complete","content":[]}`, `{"content":[]}`},
		{`{"content":7}`, "", ""},
		{`{"content":["a"]}`, "", ""},
		{`{"content":[{"type":"text","text":"a"},7]}`, "", ""},
		{`{"content":[ {"type":"text","text":"]"} , {"type":"text","text":"b"} ]}`,
			`{"resultType":"complete","content":[ {"type":"text","text":"]"} , {"type":"text","text":"b"} ]}`,
			`{"content":[ {"type":"text","text":"]"} , {"type":"text","text":"b"} ]}`},
		{`{"content":[],"isError":"no"}`, "", ""},
		{`[]`, "", ""},
		{`{"content":[]`, "", ""},
		{`{"content":[],"content":[]}`, `{"resultType":"complete","content":[]}`, `{"content":[]}`}, // one of them
		{`{"content":[]}{}`, "", ""},
		{"{\"content\":[\"\xff\"]}", "", ""},
	} {
		for _, era := range []string{"modern", "legacy"} {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t)
				server.AddRawTool(g.srv, protocol.Tool{Name: "raw"}, func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) {
					return jsontext.Value(tc.raw), nil
				})
				want, more := tc.modern, envelope("{}")
				if era == "legacy" {
					g.initialize("2025-11-25", "{}")
					want, more = tc.legacy, ""
				} else {
					g.open()
				}
				f := g.answer(call("1", "raw", more))
				if want == "" {
					require.Equal(t, -32603, f.code(t), "%s %q", era, tc.raw)
					require.NotEmpty(t, g.log.take())
					return
				}
				require.Nil(t, f.Error, "%s %q", era, tc.raw)
				require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":`+want+`}`, strings.TrimSpace(f.line), "%s %q", era, tc.raw)
			})
		}
	}
}

func TestRawErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		var err error
		server.AddRawTool(g.srv, protocol.Tool{Name: "raw"}, func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) { return nil, err })
		g.open()
		require.True(t, g.answer(call("1", "raw", envelope("{}"))).Result.IsError, "neither a result nor an error")
		err = errors.New("cold")
		require.True(t, g.answer(call("2", "raw", envelope("{}"))).Result.IsError)
		err = protocol.InvalidParams("hot")
		require.Equal(t, -32602, g.answer(call("3", "raw", envelope("{}"))).code(t))
	})
}
