package wire

import (
	"strings"
	"testing"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

// say puts a frame together: its method, the other members of its params, and
// the members of its _meta.
func say(method, params, meta string) string {
	if meta != "" {
		params = strings.TrimSuffix(`"_meta":{`+meta+`},`+params, ",")
	}
	return `{"jsonrpc":"2.0","id":9,"method":"` + method + `","params":{` + params + `}}`
}

const (
	ver20260728 = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
	caps        = `"io.modelcontextprotocol/clientCapabilities":{}`
	env         = ver20260728 + "," + caps
	hello       = `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}`
)

func claim(version string) string {
	return `"io.modelcontextprotocol/protocolVersion":` + version + "," + caps
}

func TestClassify(t *testing.T) {
	const (
		parseError = protocol.CodeParseError
		invalid    = protocol.CodeInvalidRequest
		params     = protocol.CodeInvalidParams
		version    = protocol.CodeUnsupportedVersion
		none       = 1 // no refusal
	)
	seen := map[model.Class]bool{model.ClassTooLong: true} // see TestClassifyLong
	for _, test := range []struct {
		row   string
		line  string
		class model.Class
		code  int
		id    string // to answer with
	}{
		{"1", ``, model.ClassBlank, none, ""},
		{"1", " \t\r", model.ClassBlank, none, ""},

		{"2", `{nope`, model.ClassMalformed, parseError, ""},
		{"2", `{"jsonrpc":"2.0","id":9,"method":"ping"} {}`, model.ClassMalformed, parseError, ""},
		{"2", "{\xff}", model.ClassMalformed, parseError, ""},
		{"2", `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":` + strings.Repeat("[", 999) + strings.Repeat("]", 999) + `}}`, model.ClassMalformed, parseError, ""},

		{"4", `17`, model.ClassScalar, invalid, ""},
		{"4", `null`, model.ClassScalar, invalid, ""},
		{"4", `"a"`, model.ClassScalar, invalid, ""},
		{"5", `[]`, model.ClassBatch, invalid, ""},
		{"5", `[` + say("ping", "", "") + `]`, model.ClassBatch, invalid, ""},

		{"6", `{}`, model.ClassBadShape, invalid, ""},
		{"6", `{"id":9,"method":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"1.0","id":9,"method":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":2.0,"id":9,"method":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"JSONRPC":"2.0","id":9,"method":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","id":9}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","id":"9","method":7}`, model.ClassBadShape, invalid, `"9"`},
		{"6", `{"jsonrpc":"2.0","id":9,"method":null}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","id":9,"Method":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"id":null,"method":"ping"}`, model.ClassBadShape, invalid, ""},
		{"6", `{"jsonrpc":"2.0","id":9,"method":"ping","method":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","id":9,"method":"ping","m\u0065thod":"ping"}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","id":9,"id":9,"method":"ping"}`, model.ClassBadShape, invalid, ""},
		{"6", say("tools/call", `"arguments":{"a":1,"a":1}`, env), model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","method":"notifications/initialized","method":"x"}`, model.ClassBadShape, invalid, ""},
		{"6", `{"jsonrpc":"2.0","id":9,"result":{},"result":{}}`, model.ClassBadShape, invalid, "9"},
		{"6", `{"jsonrpc":"2.0","id":9,"method":"ping","result":{}}`, model.ClassBadShape, invalid, "9"},

		{"7", `{"jsonrpc":"2.0","id":null,"method":"tools/list","params":{}}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":[1],"method":"ping"}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":1e65,"method":"ping"}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":false,"method":"notifications/initialized"}`, model.ClassBadID, invalid, ""},
		{"7", `{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}`, model.ClassInitialized, none, ""},

		{"8", `{"jsonrpc":"2.0","id":9,"method":"ping","params":[1]}`, model.ClassBadParams, params, "9"},
		{"8", `{"jsonrpc":"2.0","id":"","method":"ping","params":7}`, model.ClassBadParams, params, `""`},
		{"8", `{"jsonrpc":"2.0","id":9,"method":"initialize","params":"a"}`, model.ClassBadParams, params, "9"},
		{"8", `{"jsonrpc":"2.0","id":9,"method":"no/such","params":false}`, model.ClassBadParams, params, "9"},
		{"8", `{"jsonrpc":"2.0","id":9,"method":"ping","params":null}`, model.ClassPing, none, "9"},
		{"8", `{"jsonrpc":"2.0","id":9,"method":"ping","params":[ ]}`, model.ClassPing, none, "9"},
		{"8", say("tools/list", `"_meta":0`, ""), model.ClassBadParams, params, "9"},
		{"8", say("tools/list", `"_meta":null`, ""), model.ClassBare, none, "9"},

		{"9", `{"jsonrpc":"2.0","id":9,"result":{}}`, model.ClassResponse, none, "9"},
		{"9", `{"jsonrpc":"2.0","id":9,"result":null}`, model.ClassResponse, none, "9"},
		{"9", `{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":""}}`, model.ClassResponse, none, "9"},
		{"9", `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}`, model.ClassResponse, none, ""},
		{"9", `{"jsonrpc":"2.0","error":{}}`, model.ClassResponse, none, ""},
		{"9", `{"jsonrpc":"2.0","id":9,"result":{},"error":{}}`, model.ClassResponse, none, "9"},

		{"10", say("initialize", hello, ""), model.ClassInitialize, none, "9"},
		{"10", say("initialize", hello, caps), model.ClassInitialize, none, "9"},
		{"10", say("initialize", strings.Replace(hello, "2025-11-25", "2026-07-28", 1), ""), model.ClassInitialize, none, "9"},
		{"10", say("initialize", strings.Replace(hello, "2025-11-25", "1998-01-01", 1), `"progressToken":1`), model.ClassInitialize, none, "9"},
		{"11", `{"jsonrpc":"2.0","id":9,"method":"initialize"}`, model.ClassBadInitialize, params, "9"},
		{"11", say("initialize", ``, ""), model.ClassBadInitialize, params, "9"},
		{"11", say("initialize", `"protocolVersion":"2025-11-25"`, ""), model.ClassBadInitialize, params, "9"},
		{"11", say("initialize", `"protocolVersion":11,"capabilities":{}`, ""), model.ClassBadInitialize, params, "9"},
		{"11", say("initialize", `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a"}`, ""), model.ClassBadInitialize, params, "9"},
		{"11", say("initialize", strings.Replace(hello, "{}", "[]", 1), ""), model.ClassBadInitialize, params, "9"},
		{"11", say("initialize", hello+`,"_meta":0`, ""), model.ClassBadInitialize, params, "9"},
		{"12", say("initialize", hello, env), model.ClassClaimedInitialize, none, "9"},
		{"12", say("initialize", ``, env), model.ClassClaimedInitialize, none, "9"},
		{"12, 15", say("initialize", hello, ver20260728), model.ClassPartialEnvelope, params, "9"},
		{"12, 16", say("initialize", hello, claim(`"2025-11-25"`)), model.ClassUnsupportedVersion, version, "9"},

		{"13", say("server/discover", ``, env), model.ClassDiscover, none, "9"},
		{"14", `{"jsonrpc":"2.0","id":9,"method":"server/discover"}`, model.ClassBareDiscover, none, "9"},
		{"14", say("server/discover", ``, caps), model.ClassBareDiscover, none, "9"},

		{"15", say("tools/list", ``, ver20260728), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, claim(`7`)), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, claim(`null`)), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, claim(`true`)), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, claim(`{"v":"2026-07-28"}`)), model.ClassPartialEnvelope, params, "9"},
		{"15", say("server/discover", ``, ver20260728+`,"io.modelcontextprotocol/clientCapabilities":["sampling"]`), model.ClassPartialEnvelope, params, "9"},
		{"15", say("subscriptions/listen", ``, ver20260728+`,"io.modelcontextprotocol/clientCapabilities":null`), model.ClassPartialEnvelope, params, "9"},
		{"15", say("no/such", ``, ver20260728), model.ClassPartialEnvelope, params, "9"},
		{"15", say("ping", ``, ver20260728), model.ClassPartialEnvelope, params, "9"},
		{"15 before 16", say("tools/list", ``, `"io.modelcontextprotocol/protocolVersion":"1999-12-31"`), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, env+`,"io.modelcontextprotocol/clientInfo":42`), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, env+`,"io.modelcontextprotocol/clientInfo":{"name":"a"}`), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, env+`,"io.modelcontextprotocol/logLevel":"verbose"`), model.ClassPartialEnvelope, params, "9"},
		{"15", say("tools/list", ``, env+`,"io.modelcontextprotocol/logLevel":3`), model.ClassPartialEnvelope, params, "9"},
		{"16 before clientInfo", say("tools/list", ``, claim(`"1999-12-31"`)+`,"io.modelcontextprotocol/clientInfo":42`), model.ClassUnsupportedVersion, version, "9"},
		{"16", say("tools/list", ``, claim(`"2025-11-25"`)), model.ClassUnsupportedVersion, version, "9"},
		{"16", say("tools/list", ``, claim(`"2031-02-03"`)), model.ClassUnsupportedVersion, version, "9"},
		{"16", say("tools/list", ``, claim(`""`)), model.ClassUnsupportedVersion, version, "9"},
		{"16 before 18", say("no/such", ``, claim(`"1999-12-31"`)), model.ClassUnsupportedVersion, version, "9"},
		{"16 before 24", say("subscriptions/listen", ``, claim(`"1999-12-31"`)), model.ClassUnsupportedVersion, version, "9"},

		{"17", say("tools/list", ``, env), model.ClassEnveloped, none, "9"},
		{"17", say("tools/list", ``, claim(`"2026\u002d07-28"`)), model.ClassEnveloped, none, "9"},
		{"17", say(`tools\/call`, `"name":1`, env+`,"io.modelcontextprotocol/clientInfo":{"name":"a","version":"1"},"io.modelcontextprotocol/logLevel":"info"`), model.ClassEnveloped, none, "9"},
		{"17", say("kiln/fire", ``, env), model.ClassEnveloped, none, "9"},
		{"18", say("kiln/absent", ``, env), model.ClassEnvelopedUnknown, none, "9"},
		{"18", say("Tools/list", ``, env), model.ClassEnvelopedUnknown, none, "9"},
		{"18", say("", ``, env), model.ClassEnvelopedUnknown, none, "9"},
		{"18", say("ping", ``, env), model.ClassEnvelopedUnknown, none, "9"},
		{"18", say("logging/setLevel", ``, env), model.ClassEnvelopedUnknown, none, "9"},
		{"18", say("resources/subscribe", ``, env), model.ClassEnvelopedUnknown, none, "9"},
		{"18", say("notifications/initialized", ``, env), model.ClassEnvelopedUnknown, none, "9"},

		{"20", `{"jsonrpc":"2.0","id":9,"method":"tools/list"}`, model.ClassBare, none, "9"},
		{"20", say("tools/list", ``, `"progressToken":"pt","traceparent":"00-11-22-01"`), model.ClassBare, none, "9"},
		{"20", say("tools/list", ``, caps), model.ClassBare, none, "9"},
		{"20", say("logging/setLevel", ``, ``), model.ClassBare, none, "9"},
		{"21", say("no/such", ``, ``), model.ClassBareUnknown, none, "9"},
		{"21", say("prompts/list", ``, ``), model.ClassBareUnknown, none, "9"}, // not served here
		{"21", say("notifications/initialized", ``, ``), model.ClassBareUnknown, none, "9"},
		{"22", say("ping", ``, ``), model.ClassPing, none, "9"},

		{"23", say("subscriptions/listen", `"notifications":{}`, env), model.ClassListen, none, "9"},
		{"23", say("subscriptions/listen", `"notifications":{"toolsListChanged":true,"glazeListChanged":7}`, env), model.ClassListen, none, "9"},
		{"24", say("subscriptions/listen", ``, env), model.ClassBadListen, params, "9"},
		{"24", say("subscriptions/listen", `"notifications":null`, env), model.ClassBadListen, params, "9"},
		{"24", say("subscriptions/listen", `"notifications":{"toolsListChanged":1}`, env), model.ClassBadListen, params, "9"},
		{"24", say("subscriptions/listen", `"notifications":{"resourceSubscriptions":[1]}`, env), model.ClassBadListen, params, "9"},
		{"25", say("subscriptions/listen", `"notifications":{}`, ``), model.ClassBareListen, none, "9"},
		{"25", say("kiln/fire", ``, ``), model.ClassBareListen, none, "9"},

		{"27", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, model.ClassInitialized, none, ""},
		{"27", `{"jsonrpc":"2.0","method":"notifications/initialized","params":7}`, model.ClassInitialized, none, ""},
		{"28", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}`, model.ClassCancelled, none, ""},
		{"28", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"","_meta":{` + env + `}}}`, model.ClassCancelled, none, ""},
		{"31", `{"jsonrpc":"2.0","method":"notifications/cancelled"}`, model.ClassBadCancelled, none, ""},
		{"31", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":true}}`, model.ClassBadCancelled, none, ""},
		{"31", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.5}}`, model.ClassBadCancelled, none, ""},
		{"31", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":[7]}`, model.ClassBadCancelled, none, ""},
		{"32", `{"jsonrpc":"2.0","method":"notifications/kiln.tick"}`, model.ClassNotification, none, ""},
		{"32", `{"jsonrpc":"2.0","method":"tools/list"}`, model.ClassNotification, none, ""},
		{"32", `{"jsonrpc":"2.0","method":"initialize"}`, model.ClassNotification, none, ""},
		{"32", `{"jsonrpc":"2.0","method":"notifications/kiln.tick","params":{"_meta":{` + env + `}}}`, model.ClassClaimedNotification, none, ""},
		{"32", `{"jsonrpc":"2.0","method":"notifications/kiln.tick","params":{"_meta":{` + claim(`null`) + `}}}`, model.ClassClaimedNotification, none, ""},
		{"32", `{"jsonrpc":"2.0","method":"notifications/kiln.tick","params":{"_meta":0}}`, model.ClassNotification, none, ""},
	} {
		f := parse(test.line)
		class, refusal := Classify(f, testConfig())
		seen[class] = true
		require.Equal(t, test.class.String(), class.String(), "row %s: %.200s", test.row, test.line)
		require.Equal(t, test.id, string(f.AnswerID()), test.line)
		if test.code == none {
			require.Zero(t, refusal, test.line)
			continue
		}
		require.Equal(t, test.code, refusal.Code, test.line)
		require.NotEmpty(t, refusal.Message, test.line)
	}
	require.Len(t, seen, model.Classes, "a class without a line")
}

func TestClassifyLong(t *testing.T) {
	f := new(Frame)
	for _, id := range []string{"", "9", `"a"`} {
		line := Line{Long: true}
		if id != "" {
			line.ID = []byte(id)
		}
		NewParser(Limits{}).Parse(line, f)
		class, refusal := Classify(f, &Config{Limits: Limits{MaxLine: 77}})
		require.Equal(t, model.ClassTooLong, class)
		require.Equal(t, protocol.CodeInvalidRequest, refusal.Code)
		require.Equal(t, `{"limit":77}`, string(refusal.Data))
		require.Contains(t, refusal.Message, "77")
		require.Equal(t, id, string(f.AnswerID()))
	}
}

func TestClassifyKnowsWhatIsServed(t *testing.T) {
	c := testConfig()
	c.Modern = []string{"2027-05-05", "2026-07-28"}
	delete(c.Methods, protocol.MethodListen)
	for line, want := range map[string]model.Class{
		say("tools/list", ``, claim(`"2027-05-05"`)): model.ClassEnveloped,
		say("tools/list", ``, env):                   model.ClassEnveloped,
		say("tools/list", ``, claim(`"2031-02-03"`)): model.ClassUnsupportedVersion,
		say("subscriptions/listen", ``, env):         model.ClassEnvelopedUnknown,
		say("subscriptions/listen", ``, ``):          model.ClassBareUnknown,
	} {
		class, _ := Classify(parse(line), c)
		require.Equal(t, want.String(), class.String(), line)
	}
}

// A frame of a request class has a legal id, and the other way round.
func TestOnlyRequestsAreRequests(t *testing.T) {
	for _, line := range []string{`{"jsonrpc":"2.0","id":9,"method":"M"}`, `{"jsonrpc":"2.0","id":null,"method":"M"}`, `{"jsonrpc":"2.0","method":"M"}`} {
		for _, method := range []string{"initialize", "server/discover", "ping", "tools/list", "subscriptions/listen", "no/such"} {
			f := parse(strings.Replace(line, "M", method, 1))
			class, _ := Classify(f, testConfig())
			require.Equal(t, f.AnswerID() != nil, class.Request(), "%s: %s", line, class)
		}
	}
}
