package wire

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The bytes of these frames are promised: key order and spacing included.
func TestFixedFrames(t *testing.T) {
	raw := func(s string) []byte { return []byte(s) }
	list := protocol.NotificationToolsListChanged
	const prefix = `{"jsonrpc":"2.0","method":"notifications/`
	for want, got := range map[string][]byte{
		`{"jsonrpc":"2.0","id":9,"error":{"code":0,"message":"Request cancelled"}}`:                              AppendRefusal(nil, raw(`9`), Cancelled()),
		`{"jsonrpc":"2.0","id":"q7","error":{"code":0,"message":"Request cancelled"}}`:                           AppendRefusal(nil, raw(`"q7"`), Cancelled()),
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Connection closed"}}`:                         AppendRefusal(nil, raw(`1`), ConnectionClosed(protocol.Modern)),
		`{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found","data":"server/discover"}}`: AppendRefusal(nil, raw(`2`), MethodNotFound(parse(say("server/discover", ``, ``)))),
		`{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: the line is not UTF-8"}}`:               AppendError(nil, nil, -32700, "Parse error: the line is not UTF-8", nil),
		`{"jsonrpc":"2.0","id":0,"error":{"code":1,"message":"\"","data":null}}`:                                 AppendError(nil, raw(`0`), 1, `"`, raw(`null`)),
		`{"jsonrpc":"2.0","id":"","result":{}}`:                                                                  AppendResult(nil, raw(`""`), nil),
		`{"jsonrpc":"2.0","id":1e2,"result":{"a":[1,2]}}`:                                                        AppendResult(nil, raw(`1e2`), raw(`{"a":[1,2]}`)),
		`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`:                                                         AppendRequest(nil, raw(`7`), "roots/list", nil),
		`{"jsonrpc":"2.0","id":7,"method":"a\"b","params":{"a":1}}`:                                              AppendRequest(nil, raw(`7`), `a"b`, raw(`{"a":1}`)),
		prefix + `initialized"}`:   AppendNotification(nil, protocol.NotificationInitialized, nil),
		prefix + `x","params":{}}`: AppendNotification(nil, "notifications/x", raw(`{}`)),
		prefix + `progress","params":{"progressToken":0,"progress":1}}`:                                                                                    AppendProgress(nil, raw(`0`), 1, 0, ""),
		prefix + `progress","params":{"progressToken":"t9","progress":0.5,"total":10,"message":"half\n"}}`:                                                 AppendProgress(nil, raw(`"t9"`), 0.5, 10, "half\n"),
		prefix + `message","params":{"level":"error","data":null}}`:                                                                                        AppendLog(nil, protocol.LevelError, "", nil),
		prefix + `message","params":{"level":"info","logger":"kiln","data":{"a":1}}}`:                                                                      AppendLog(nil, protocol.LevelInfo, "kiln", raw(`{"a":1}`)),
		prefix + `subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":0},"notifications":{}}}`:                         AppendAcknowledgement(nil, raw(`0`), nil),
		prefix + `subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":""},"notifications":{"toolsListChanged":true}}}`: AppendAcknowledgement(nil, raw(`""`), benchFilter),
		prefix + `tools/list_changed"}`: AppendListChanged(nil, list, nil),
		prefix + `tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":3}}}`:                                                                                           AppendListChanged(nil, list, raw(`3`)),
		prefix + `resources/updated","params":{"uri":"kiln://a"}}`:                                                                                                                                AppendUpdated(nil, "kiln://a", nil),
		prefix + `resources/updated","params":{"uri":"kiln://é","_meta":{"io.modelcontextprotocol/subscriptionId":3}}}`:                                                                           AppendUpdated(nil, "kiln://é", raw(`3`)),
		prefix + `cancelled","params":{"requestId":0}}`:                                                                                                                                           AppendCancelled(nil, raw(`0`), "", nil),
		prefix + `cancelled","params":{"requestId":1,"reason":"slow","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`:                                                                      AppendCancelled(nil, raw(`1`), "slow", raw(`1`)),
		`{"jsonrpc":"2.0","id":"z","result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":"z"}}}`:                                                                    AppendListenResult(nil, raw(`"z"`), nil),
		`{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":0,"io.modelcontextprotocol/serverInfo":{"name":"kiln","version":"3.1.4"}}}}`: AppendListenResult(nil, raw(`0`), benchInfo),
	} {
		require.Equal(t, want+"\n", string(got))
		require.Equal(t, object, parse(strings.TrimSuffix(string(got), "\n")).shape)
	}
}

func TestEncodersAppend(t *testing.T) {
	for name, encode := range encoders {
		alone := encode(nil)
		require.Equal(t, "before"+string(alone), string(encode([]byte("before"))), name)
		require.Equal(t, 1, strings.Count(string(alone), "\n"), name)
		require.True(t, strings.HasSuffix(string(alone), "}\n"), name)
	}
}

func TestRawOnOneLine(t *testing.T) {
	for in, want := range map[string]string{
		`{ "a": 1 }`:                          `{ "a": 1 }`, // as it is
		"{\n  \"a\": [\r\n 1,\n 2]\n}":        `{"a":[1,2]}`,
		"{\"a\":\"\\n\",\n\"b\":\"\\ud800\"}": `{"a":"\n","b":"\ud800"}`,
		"{\"a\":1,\n\"a\":1e2}":               `{"a":1,"a":1e2}`,
		"[\r]":                                `[]`,
		"{\"no\njson\r":                       `{"no json `,
	} {
		require.Equal(t, want, string(AppendRaw(nil, []byte(in))))
		require.Equal(t, "x"+want, string(AppendRaw([]byte("x"), []byte(in))))
		for name, frame := range map[string][]byte{
			"result": AppendResult(nil, benchID, []byte(in)), "error": AppendError(nil, benchID, 1, "", []byte(in)), "log": AppendLog(nil, 1, "", []byte(in)),
			"request": AppendRequest(nil, benchID, "x", []byte(in)), "filter": AppendAcknowledgement(nil, benchID, []byte(in)), "info": AppendListenResult(nil, benchID, []byte(in)),
		} {
			require.Equal(t, len(frame)-1, strings.IndexAny(string(frame), "\r\n"), name)
			require.Contains(t, string(frame), want, name)
		}
	}
	in := []byte("{\n}")
	AppendRaw(nil, in)
	require.Equal(t, "{\n}", string(in), "the argument is not touched")
}

func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float64().Draw(t, "number")
		var got float64
		require.NoError(t, json.Unmarshal(appendNumber(nil, want), &got))
		require.Equal(t, want, got)
	})
	require.Equal(t, "0", string(appendNumber(nil, math.NaN())))
	require.True(t, json.Valid(appendNumber(nil, math.Inf(-1))))
	require.Equal(t, "3", string(appendNumber(nil, 3)))
	require.Equal(t, "1000000000000", string(appendNumber(nil, 1e12)))
}

// A quoted text is what encoding/json makes of it: bad UTF-8 is replaced.
func TestQuote(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~]{0,40}`), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		quoted := AppendQuote([]byte("x"), text)
		require.Equal(t, quoted, AppendQuote([]byte("x"), []byte(text)))
		encoded, err := json.Marshal(text)
		require.NoError(t, err)
		var want, got string
		require.NoError(t, json.Unmarshal(encoded, &want))
		require.NoError(t, json.Unmarshal(quoted[1:], &got))
		require.Empty(t, cmp.Diff(want, got))
		require.NotContains(t, string(quoted), "\n")
	})
}

// Each byte, in each place of a word, is plain exactly if it may be.
func TestPlain(t *testing.T) {
	for c := range 256 {
		for at := range 20 {
			b := []byte("abcdefghijklmnopqrst")
			b[at] = byte(c)
			require.Equal(t, ' ' <= c && c < 0x80 && c != '"' && c != '\\', isPlain(b), "%q", b)
		}
	}
}
