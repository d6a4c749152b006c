package wire

import (
	"encoding/json"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

const (
	keyVersion      = "io.modelcontextprotocol/protocolVersion"
	keyCapabilities = "io.modelcontextprotocol/clientCapabilities"
)

func TestRefusals(t *testing.T) {
	c := testConfig()
	of := func(line string) Refusal { _, r := Classify(parse(line), c); return r }
	bare, half := parse(say("tools/list", ``, ``)), parse(say("tools/list", ``, caps))
	for name, test := range map[string]struct {
		got   Refusal
		code  int
		says  []string
		data  string
		lacks []string // what the message must not say
	}{
		"not JSON":        {of(`{"a":1,}`), -32700, []string{"JSON"}, ``, nil},
		"not UTF-8":       {of("\xff"), -32700, []string{"UTF-8"}, ``, nil},
		"duplicates":      {of(`{"jsonrpc":"2.0","id":1,"method":"x","method":"x"}`), -32600, []string{"Duplicate"}, ``, nil},
		"no version":      {of(`{"id":1,"method":"x"}`), -32600, []string{`"jsonrpc"`}, ``, nil},
		"capabilities":    {of(say("x", ``, ver20260728)), -32602, []string{keyCapabilities, "missing"}, `{"missing":["` + keyCapabilities + `"],"supported":["2026-07-28"]}`, []string{keyVersion}},
		"version type":    {of(say("x", ``, claim(`7`))), -32602, []string{keyVersion, "string"}, `{"invalid":["` + keyVersion + `"],"supported":["2026-07-28"]}`, []string{keyCapabilities, "missing"}},
		"both":            {of(say("x", ``, `"`+keyVersion+`":1`)), -32602, []string{keyVersion, keyCapabilities}, `{"missing":["` + keyCapabilities + `"],"invalid":["` + keyVersion + `"],"supported":["2026-07-28"]}`, nil},
		"client info":     {of(say("x", ``, env+`,"io.modelcontextprotocol/clientInfo":{}`)), -32602, []string{"clientInfo", "name and version"}, `{"invalid":["io.modelcontextprotocol/clientInfo"],"supported":["2026-07-28"]}`, nil},
		"log level":       {of(say("x", ``, env+`,"io.modelcontextprotocol/logLevel":"verbose"`)), -32602, []string{"logLevel", "warning"}, `{"invalid":["io.modelcontextprotocol/logLevel"],"supported":["2026-07-28"]}`, nil},
		"version":         {of(say("x", ``, claim(`"2031\u002d02-03"`))), -32022, []string{"2026-07-28"}, `{"supported":["2026-07-28"],"requested":"2031-02-03"}`, nil},
		"initialize":      {of(say("initialize", `"protocolVersion":"x"`, ``)), -32602, []string{"capabilities"}, ``, nil},
		"filter":          {of(say("subscriptions/listen", ``, env)), -32602, []string{"notifications", "object"}, ``, nil},
		"late":            {c.LateInitialize(parse(say("initialize", hello, ``))), -32022, []string{"2026-07-28", "envelope"}, `{"supported":["2026-07-28"],"requested":"2025-11-25"}`, nil},
		"late, number":    {c.LateInitialize(parse(say("initialize", `"protocolVersion":11`, ``))), -32022, []string{"2026-07-28"}, `{"supported":["2026-07-28"],"requested":"unknown"}`, nil},
		"late, no params": {c.LateInitialize(parse(`{"jsonrpc":"2.0","id":9,"method":"initialize"}`)), -32022, nil, `{"supported":["2026-07-28"],"requested":"unknown"}`, nil},
		"repeated":        {AlreadyInitialized(), -32600, []string{"Already initialized"}, ``, nil},
		"claimed":         {c.ClaimedInitialize(), -32601, []string{"initialize"}, `{"supported":["2026-07-28"]}`, nil},
		"on legacy":       {EnvelopeOnLegacy(), -32600, []string{keyVersion}, ``, nil},
		"no envelope":     {c.MissingEnvelope(bare), -32602, []string{keyVersion, keyCapabilities}, `{"missing":["` + keyVersion + `","` + keyCapabilities + `"],"supported":["2026-07-28"]}`, nil},
		"half of one":     {c.MissingEnvelope(half), -32602, []string{keyVersion}, `{"missing":["` + keyVersion + `"],"supported":["2026-07-28"]}`, []string{keyCapabilities}},
		"no handshake":    {c.NoHandshake(bare), -32602, []string{"No initialize yet and no request envelope: ", keyVersion, keyCapabilities}, `{"missing":["` + keyVersion + `","` + keyCapabilities + `"],"supported":["2026-07-28"]}`, nil},
		"method":          {MethodNotFound(bare), -32601, []string{"Method not found"}, `"tools/list"`, nil},
		"duplicate id":    {DuplicateID(), -32600, []string{"id"}, ``, nil},
		"draining":        {Draining(), -32603, []string{"Server shutting down"}, ``, nil},
		"busy":            {Busy(), -32603, []string{"Too many requests in flight"}, ``, nil},
		"no slot":         {NoListenSlot(), -32603, []string{"Subscription limit reached"}, ``, nil},
		"cancelled":       {Cancelled(), 0, []string{"Request cancelled"}, ``, nil},
		"closed, modern":  {ConnectionClosed(protocol.Modern), -32603, []string{"Connection closed"}, ``, nil},
		"closed, legacy":  {ConnectionClosed(protocol.Legacy), -32000, []string{"Connection closed"}, ``, nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.code, test.got.Code)
			for _, says := range test.says {
				require.Contains(t, test.got.Message, says)
			}
			for _, lack := range test.lacks {
				require.NotContains(t, test.got.Message, lack)
			}
			if test.data == "" {
				require.Nil(t, test.got.Data)
				return
			}
			var want, got any
			require.NoError(t, json.Unmarshal([]byte(test.data), &want))
			require.NoError(t, json.Unmarshal(test.got.Data, &got))
			require.Empty(t, cmp.Diff(want, got))
		})
	}
}
