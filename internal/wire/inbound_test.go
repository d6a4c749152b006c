package wire

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestClassifyInbound(t *testing.T) {
	note := func(method, params string) string {
		return `{"jsonrpc":"2.0","method":"` + method + `","params":{` + params + `}}`
	}
	const stamp = `"_meta":{"io.modelcontextprotocol/subscriptionId":0}`
	for line, want := range map[string]Inbound{
		"": InBlank, " ": InBlank,
		"npm warn": InJunk, "\xff": InJunk, `7`: InJunk, `[]`: InJunk, `{`: InJunk,
		`{}`: InInvalid, `{"jsonrpc":"2.0","id":1}`: InInvalid, `{"id":1,"result":{}}`: InInvalid,
		`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}`: InInvalid,
		`{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":1}}`:                      InInvalid,
		`{"jsonrpc":"2.0","id":1,"error":7}`:                                   InInvalid,
		`{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}`:           InInvalid,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}`:           InInvalid,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1}}`:                          InInvalid,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":null}}`:           InInvalid,
		`{"jsonrpc":"2.0","id":null,"result":{}}`:                              InInvalid,
		`{"jsonrpc":"2.0","result":{}}`:                                        InInvalid,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:                          InInvalid,
		`{"jsonrpc":"2.0","id":0,"result":{}}`:                                 InResult,
		`{"jsonrpc":"2.0","id":"a","result":null}`:                             InResult,
		`{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":""}}`:             InError,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`:    InError,
		`{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}`:              InError,
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                             InPing,
		`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`:                       InRequest,
		note("notifications/progress", `"progressToken":0,"progress":1`):       InProgress,
		note("notifications/progress", `"progressToken":1.5`):                  InNotification,
		note("notifications/progress", ``):                                     InNotification,
		note("notifications/message", `"level":"info","data":1`):               InMessage,
		`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`:        InListChanged,
		note("notifications/prompts/list_changed", stamp):                      InListChanged,
		note("notifications/resources/list_changed", stamp):                    InListChanged,
		note("notifications/resources/updated", `"uri":"a",`+stamp):            InUpdated,
		note("notifications/resources/updated", stamp):                         InNotification,
		note("notifications/subscriptions/acknowledged", stamp):                InAcknowledged,
		note("notifications/subscriptions/acknowledged", ``):                   InNotification,
		note("notifications/cancelled", `"requestId":"a"`):                     InCancelled,
		note("notifications/cancelled", `"requestId":null`):                    InNotification,
		note("notifications/roots/list_changed", ``):                           InNotification,
		note("tools/list", ``):                                                 InNotification,
	} {
		require.Equal(t, want.String(), ClassifyInbound(parse(line)).String(), line)
	}
	f := new(Frame)
	NewParser(Limits{}).Parse(Line{Long: true}, f)
	require.Equal(t, InTooLong, ClassifyInbound(f))
}

func TestProbe(t *testing.T) {
	result := func(raw string) string { return `{"jsonrpc":"2.0","id":1,"result":` + raw + `}` }
	failure := func(raw string) string { return `{"jsonrpc":"2.0","id":1,"error":{"message":"x",` + raw + `}}` }
	for line, want := range map[string]Probe{
		result(`{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`): {Verdict: ProbeUsable, Versions: []string{"2026-07-28"}},
		result(`{"supportedVersions":["2025-11-25","x"]}`):                                                 {Verdict: ProbeUsable, Versions: []string{"2025-11-25", "x"}},
		result(`{"supportedVersions":[]}`):                                                                 {Verdict: ProbeUsable, Versions: []string{}},
		result(`{"resultType":"complete","capabilities":{}}`):                                              {Verdict: ProbeUnusable},
		result(`{"resultType":"input_required","requestState":"zz"}`):                                      {Verdict: ProbeUnusable},
		result(`{"resultType":"input_required","supportedVersions":["2026-07-28"]}`):                       {Verdict: ProbeUnusable},
		result(`{"resultType":null,"supportedVersions":["2026-07-28"]}`):                                   {Verdict: ProbeUnusable},
		result(`{"resultType":"complete","supportedVersions":"2026-07-28"}`):                               {Verdict: ProbeUnusable},
		result(`{"supportedVersions":null}`):                                                               {Verdict: ProbeUnusable},
		result(`{"supportedVersions":["2026-07-28",null]}`):                                                {Verdict: ProbeUnusable},
		result(`{"supportedVersions":["2026-07-28"],"capabilities":[]}`):                                   {Verdict: ProbeUnusable},
		result(`{"supportedVersions":["2026-07-28"],"capabilities":null}`):                                 {Verdict: ProbeUnusable},
		result(`null`): {Verdict: ProbeNotModern},
		result(`[1]`):  {Verdict: ProbeNotModern},
		result(`"ok"`): {Verdict: ProbeNotModern},
		result(`{}`):   {Verdict: ProbeNotModern},
		result(`{"capabilities":{},"SupportedVersions":[]}`):                                 {Verdict: ProbeNotModern},
		failure(`"code":-32022,"data":{"supported":["2026-07-28"],"requested":"x"}`):         {Verdict: ProbeUnsupported, Versions: []string{"2026-07-28"}},
		failure(`"code":-32022,"data":{"supported":[]}`):                                     {Verdict: ProbeUnsupported, Versions: []string{}},
		failure(`"code":-32022,"data":{"requested":"x"}`):                                    {Verdict: ProbeError},
		failure(`"code":-32022,"data":null`):                                                 {Verdict: ProbeError},
		failure(`"code":-32022,"data":{"supported":"2026-07-28"}`):                           {Verdict: ProbeError},
		failure(`"code":-32022,"data":{"supported":[20260728]}`):                             {Verdict: ProbeError},
		failure(`"code":-32020`):                                                             {Verdict: ProbeRefused},
		failure(`"code":-32021,"data":{"requiredCapabilities":{"elicitation":{}}}`):          {Verdict: ProbeRefused},
		failure(`"code":-32021`):                                                             {Verdict: ProbeError},
		failure(`"code":-32021,"data":{"requiredCapabilities":[]}`):                          {Verdict: ProbeError},
		failure(`"code":-32601`):                                                             {Verdict: ProbeError},
		failure(`"code":0`):                                                                  {Verdict: ProbeError},
		`{"jsonrpc":"2.0","id":1,"error":"no"}`:                                              {Verdict: ProbeError},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601},"result":{"supportedVersions":[]}}`: {Verdict: ProbeError},
	} {
		got := ReadProbe(parse(line))
		require.Equal(t, want.Verdict.String(), got.Verdict.String(), line)
		require.Empty(t, cmp.Diff(want.Versions, got.Versions), line)
		require.Equal(t, got.Verdict == ProbeUsable, got.Discover != nil, line)
		switch got.Verdict {
		case ProbeUnusable:
			require.ErrorIs(t, got.Err, protocol.ErrMalformed, line)
		case ProbeUnsupported, ProbeRefused:
			_, ok := protocol.CodeOf(got.Err)
			require.True(t, ok, line)
		}
	}
}
