package server_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// heard is what the rules need to know of a line of the server's.
type heard struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      jsontext.Value  `json:"id"`
	Method  *string         `json:"method"`
	Params  *struct{ Meta } `json:"params"`
	Result  *struct {
		Meta
		ResultType    *string                   `json:"resultType"`
		InputRequests map[string]jsontext.Value `json:"inputRequests"`
		RequestState  *string                   `json:"requestState"`
	} `json:"result"`
	Error *struct {
		Code    jsontext.Value `json:"code"`
		Message *string        `json:"message"`
		Data    jsontext.Value `json:"data"`
	} `json:"error"`
}

// Meta is a _meta object.
type Meta struct {
	Meta map[string]jsontext.Value `json:"_meta"`
}

func integer(v jsontext.Value) bool {
	var n json.Number
	return len(v) > 0 && v[0] != '"' && json.Unmarshal(v, &n) == nil && !strings.ContainsAny(string(n), ".eE")
}

// broken is the first clause that a line of the server's breaks, "" if none. asked
// are the ids of the server's requests so far; legacy says that the connection
// had its handshake, modern that what the line answers had an envelope.
func broken(line string, legacy, modern bool, asked map[string]bool) string {
	var h heard
	switch {
	case !jsontext.Value(line).IsValid():
		return "S-FRAME-2"
	case line[0] == '[':
		return "S-FRAME-5"
	case protocol.Unmarshal([]byte(line), &h) != nil || h.JSONRPC != "2.0":
		return "S-MSG-1"
	}
	if h.Method != nil {
		return brokenCall(h, legacy, asked)
	}
	if (h.Result == nil) == (h.Error == nil) {
		return "S-RESP-2"
	}
	if h.Error != nil {
		return brokenError(h, modern)
	}
	if bad := brokenMeta(h.Result.Meta.Meta); bad != "" || !modern {
		return bad
	}
	return brokenResult(h)
}

// brokenCall judges what has a method.
func brokenCall(h heard, legacy bool, asked map[string]bool) string {
	id := string(h.ID)
	switch {
	case strings.HasPrefix(*h.Method, "notifications/") && h.ID != nil:
		return "S-NOTIF-2"
	case h.ID == nil && h.Params != nil:
		_, stamped := h.Params.Meta.Meta[protocol.KeySubscriptionID]
		scoped := *h.Method == protocol.NotificationProgress || *h.Method == protocol.NotificationMessage
		switch {
		case stamped && scoped:
			return "S-META-15"
		case !stamped && !scoped && !legacy && *h.Method != protocol.NotificationCancelled:
			return "S-META-14"
		}
		return brokenMeta(h.Params.Meta.Meta)
	case h.ID == nil:
		if !legacy {
			return "S-META-14"
		}
		return ""
	case !legacy:
		return "S-MSG-5"
	case id == "null":
		return "S-ID-2"
	case id[0] != '"' && !integer(h.ID):
		return "S-ID-1"
	case asked[id]:
		return "S-ID-3"
	}
	asked[id] = true
	return ""
}

func brokenError(h heard, modern bool) string {
	if h.Error.Message == nil || h.Error.Code == nil {
		return "S-RESP-6"
	}
	if !integer(h.Error.Code) {
		return "S-RESP-7"
	}
	var code int
	if json.Unmarshal(h.Error.Code, &code) != nil || !modern {
		return ""
	}
	if len(*h.Error.Message) > 200 || strings.Contains(*h.Error.Message, "\n") {
		return "S-RESP-9"
	}
	var data map[string]jsontext.Value
	_ = json.Unmarshal(h.Error.Data, &data) // other data has no members
	caps := data["requiredCapabilities"]
	switch {
	case code == protocol.CodeResourceNotFound:
		return "S-ERR-6"
	case code <= -32000 && code >= -32019:
		return "S-ERR-2"
	case code <= -32023 && code >= -32099:
		return "S-ERR-4"
	case code == -32020: // of HTTP
		return "S-ERR-5"
	case code == protocol.CodeMissingCapability && (len(caps) == 0 || caps[0] != '{'):
		return "S-ERR-16"
	case code == protocol.CodeUnsupportedVersion && data["supported"] == nil:
		return "S-ERR-15"
	}
	return ""
}

// brokenResult judges a modern result.
func brokenResult(h heard) string {
	r := h.Result
	switch wants := r.InputRequests != nil || r.RequestState != nil; {
	case r.ResultType == nil:
		return "S-RESP-4"
	case *r.ResultType != "complete" && *r.ResultType != "input_required":
		return "S-RT-3"
	case *r.ResultType == "complete" && wants:
		return "S-RT-1"
	case *r.ResultType == "input_required" && !wants:
		return "S-MRTR-6"
	}
	for _, raw := range r.InputRequests {
		var ask map[string]jsontext.Value
		if json.Unmarshal(raw, &ask) != nil || ask["id"] != nil || ask["jsonrpc"] != nil ||
			!slices.Contains([]string{`"elicitation/create"`, `"sampling/createMessage"`, `"roots/list"`}, string(ask["method"])) {
			return "S-MRTR-5"
		}
	}
	return ""
}

var published = []string{
	protocol.KeyProtocolVersion, protocol.KeyClientCapabilities, protocol.KeyClientInfo, protocol.KeyLogLevel,
	protocol.KeyServerInfo, protocol.KeySubscriptionID,
}

func brokenMeta(meta map[string]jsontext.Value) string {
	for key := range meta {
		prefix, _, _ := strings.Cut(key, "/")
		switch {
		case !protocol.ValidMetaKey(key) && strings.Contains(key, "/") && !protocol.ValidMetaKey(prefix+"/x"):
			return "S-META-1"
		case !protocol.ValidMetaKey(key):
			return "S-META-3"
		case protocol.IsReservedKey(key) && !slices.Contains(published, key):
			return "S-META-5"
		}
	}
	return ""
}

// The rules that every transcript and every test of this package is held to can
// condemn.
func TestRulesCondemn(t *testing.T) {
	asked := map[string]bool{"7": true}
	for _, c := range []struct {
		clause, line   string
		legacy, modern bool
	}{
		{"S-FRAME-2", `Server ready!`, false, false},
		{"S-FRAME-2", `{"a":1,"a":1}`, false, false},           // S-MRTR-4: two keys of one name
		{"S-FRAME-2", `{"jsonrpc":"2.0","id":1,`, false, true}, // S-FRAME-1: half a message
		{"S-FRAME-5", `[{"jsonrpc":"2.0","id":1,"result":{}}]`, true, false},
		{"S-MSG-1", `{"id":1,"result":{}}`, false, false},
		{"S-MSG-5", `{"jsonrpc":"2.0","id":1,"method":"roots/list"}`, false, false}, // S-FRAME-7, S-MRTR-1
		{"S-ID-1", `{"jsonrpc":"2.0","id":1.5,"method":"roots/list"}`, true, false},
		{"S-ID-2", `{"jsonrpc":"2.0","id":null,"method":"roots/list"}`, true, false},
		{"S-ID-3", `{"jsonrpc":"2.0","id":7,"method":"roots/list"}`, true, false},
		{"S-NOTIF-2", `{"jsonrpc":"2.0","id":1,"method":"notifications/message","params":{}}`, true, false},
		{"S-META-14", `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`, false, false},
		{"S-META-14", `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:a"}}`, false, false},
		{"S-META-15", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`, false, false},
		{"S-RESP-2", `{"jsonrpc":"2.0","id":1}`, false, false},
		{"S-RESP-2", `{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}`, false, false},
		{"S-RESP-6", `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`, false, false},
		{"S-RESP-7", `{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}`, false, false},
		{"S-RESP-9", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x\ny"}}`, false, true},
		{"S-ERR-2", `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}`, false, true}, // S-ERR-1
		{"S-ERR-4", `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"x"}}`, false, true}, // S-ERR-7
		{"S-ERR-5", `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"x"}}`, false, true},
		{"S-ERR-6", `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"x"}}`, false, true},
		{"S-ERR-15", `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x"}}`, false, true},
		{"S-ERR-16", `{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"x","data":{"requiredCapabilities":["roots"]}}}`, false, true},
		{"S-RESP-4", `{"jsonrpc":"2.0","id":1,"result":{}}`, false, true},
		{"S-RT-1", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","requestState":"x"}}`, false, true},
		{"S-RT-3", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"task"}}`, false, true},
		{"S-MRTR-5", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"id":1,"method":"roots/list"}}}}`, false, true},
		{"S-MRTR-5", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"ping"}}}}`, false, true},
		{"S-MRTR-6", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}`, false, true},
		{"S-META-1", `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"9a/x":1}}}`, false, false},
		{"S-META-3", `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"a/-x":1}}}`, false, false},
		{"S-META-5", `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.modelcontextprotocol/mood":1}}}`, false, false},
		{"", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{}}}}`, false, true},
		{"", `{"jsonrpc":"2.0","id":8,"method":"roots/list"}`, true, false},
	} {
		require.Equal(t, c.clause, broken(c.line, c.legacy, c.modern, asked), c.line)
	}
}
