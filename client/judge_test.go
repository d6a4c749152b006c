package client_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// A judge hears all that a client writes to one server, and names the first
// clause that a line breaks. Every hand-played test of this package has one.
type judge struct {
	written   map[string]string // the method of each request, by its id
	cancelled map[string]bool
	tokens    map[string]bool
	shaking   bool // initialize was written, and nothing since
	legacy    bool // initialize was written
}

func newJudge() *judge {
	return &judge{written: map[string]string{}, cancelled: map[string]bool{}, tokens: map[string]bool{}}
}

// wrote is what the rules need to know of a line of the client's.
type wrote struct {
	JSONRPC string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Method  *string        `json:"method"`
	Params  struct {
		Meta          map[string]jsontext.Value `json:"_meta"`
		RequestID     jsontext.Value            `json:"requestId"`
		Notifications jsontext.Value            `json:"notifications"`
	} `json:"params"`
	Result jsontext.Value `json:"result"`
	Error  *struct {
		Code    jsontext.Value `json:"code"`
		Message *string        `json:"message"`
	} `json:"error"`
}

func (j *judge) hear(text string) string {
	var w wrote
	switch {
	case !utf8.ValidString(text):
		return "C-FRAME-3"
	case !json.Valid([]byte(text)):
		return "C-FRAME-2"
	case text[0] == '[':
		return "C-FRAME-4"
	case json.Unmarshal([]byte(text), &w) != nil || w.JSONRPC != "2.0":
		return "C-MSG-1"
	}
	switch {
	case w.Method == nil:
		return j.response(w)
	case strings.HasPrefix(*w.Method, "notifications/"):
		return j.notification(w)
	case w.ID == nil: // one of a host's own
		return j.meta(w)
	}
	return j.request(w)
}

func (j *judge) response(w wrote) string {
	switch {
	case (w.Result == nil) == (w.Error == nil):
		return "C-RESP-2"
	case w.Error == nil:
		return ""
	case w.Error.Message == nil:
		return "C-RESP-5"
	}
	var code int
	switch {
	case strings.ContainsAny(string(w.Error.Code), `.eE"`) || json.Unmarshal(w.Error.Code, &code) != nil:
		return "C-RESP-6"
	case code <= -32000 && code >= -32019:
		return "C-ERR-2"
	case code <= -32020 && code >= -32099:
		return "C-ERR-4"
	}
	return ""
}

func (j *judge) notification(w wrote) string {
	if w.ID != nil {
		return "C-NOTIF-2"
	}
	switch *w.Method {
	case protocol.NotificationInitialized:
		j.shaking = false
	case protocol.NotificationCancelled:
		id := string(w.Params.RequestID)
		method, ok := j.written[id]
		switch {
		case id == "":
			return "C-CANCEL-9"
		case !ok || j.cancelled[id]:
			return "C-CANCEL-3"
		case method == protocol.MethodInitialize:
			return "C-LCANCEL-2"
		}
		j.cancelled[id] = true
	}
	if removed := []string{protocol.NotificationInitialized, protocol.NotificationRootsListChanged}; !j.legacy && slices.Contains(removed, *w.Method) {
		return "C-REMOVED-1"
	}
	return j.meta(w)
}

func (j *judge) request(w wrote) string {
	id := string(w.ID)
	envelope := w.Params.Meta
	version, capabilities := envelope[protocol.KeyProtocolVersion], envelope[protocol.KeyClientCapabilities]
	_, used := j.written[id]
	switch {
	case id == "null":
		return "C-ID-2"
	case id[0] != '"' && strings.ContainsAny(id, ".eE{[tf"):
		return "C-ID-1"
	case used:
		return "C-ID-3"
	case j.shaking && *w.Method != protocol.MethodPing && *w.Method != protocol.MethodDiscover:
		return "C-LIFE-3"
	}
	j.written[id] = *w.Method
	removed := []string{protocol.MethodPing, protocol.MethodSetLevel, protocol.MethodResourcesSubscribe, protocol.MethodResourcesUnsubscribe}
	switch {
	case *w.Method == protocol.MethodInitialize:
		j.shaking, j.legacy = true, true
	case version == nil && !j.legacy && slices.Contains(removed, *w.Method):
		return "C-REMOVED-1"
	case !j.legacy && (len(version) == 0 || version[0] != '"'):
		return "C-META-7"
	case version != nil && (len(capabilities) == 0 || capabilities[0] != '{'):
		return "C-META-8"
	case *w.Method == protocol.MethodListen && (len(w.Params.Notifications) == 0 || w.Params.Notifications[0] != '{'):
		return "C-SUB-1"
	}
	if token := string(envelope["progressToken"]); token != "" {
		switch {
		case token[0] != '"' && strings.ContainsAny(token, ".eE{[tfn"):
			return "C-PROG-1"
		case j.tokens[token]:
			return "C-PROG-2"
		}
		j.tokens[token] = true
	}
	return j.meta(w)
}

func (j *judge) meta(w wrote) string {
	published := []string{
		protocol.KeyProtocolVersion, protocol.KeyClientCapabilities, protocol.KeyClientInfo, protocol.KeyLogLevel,
	}
	for key := range w.Params.Meta {
		prefix, _, _ := strings.Cut(key, "/")
		switch {
		case strings.Contains(key, "/") && !protocol.ValidMetaKey(prefix+"/x"):
			return "C-META-1"
		case !protocol.ValidMetaKey(key):
			return "C-META-3"
		case protocol.IsReservedKey(key) && !slices.Contains(published, key):
			return "C-META-5"
		}
	}
	return ""
}

func enveloped(id, method, more string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}` + more + `}}}`
}

// The judge can condemn: for each clause what comes before, and a line that
// breaks it.
func TestJudgeCondemns(t *testing.T) {
	call := enveloped("1", "tools/list", "")
	shake := `{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}`
	for _, c := range []struct{ clause, before, line string }{
		{"C-FRAME-2", "", "starting…"},
		{"C-FRAME-2", "", call[:len(call)/2]}, // C-FRAME-1: a message that was cut by a newline
		{"C-FRAME-3", "", "{\"a\":\"\xff\"}"},
		{"C-FRAME-4", "", "[" + call + "]"}, // C-FRAME-5, C-LIFE-8
		{"C-MSG-1", "", `{"id":1,"method":"ping"}`},
		{"C-RESP-2", "", `{"jsonrpc":"2.0","id":1}`},
		{"C-RESP-5", "", `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`},
		{"C-RESP-6", "", `{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"x"}}`},
		{"C-ERR-2", "", `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}`}, // C-ERR-1
		{"C-ERR-4", "", `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x"}}`}, // C-ERR-5
		{"C-NOTIF-2", "", `{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}`},
		{"C-CANCEL-9", "", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`},
		{"C-CANCEL-3", call, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}`}, // C-LCANCEL-1
		{"C-LCANCEL-2", shake, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`},
		{"C-ID-1", "", enveloped("1.5", "tools/list", "")},
		{"C-ID-2", "", enveloped("null", "tools/list", "")},
		{"C-ID-3", call, call}, // C-ID-4
		{"C-LIFE-3", shake, `{"jsonrpc":"2.0","id":10,"method":"tools/list"}`},
		{"C-LIFE-3", shake, `{"jsonrpc":"2.0","id":10,"method":"initialize"}`},
		{"C-META-7", "", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`}, // C-LIFE-1
		{"C-META-8", "", strings.Replace(call, ":{}", ":[]", 1)},
		{"C-SUB-1", "", enveloped("1", "subscriptions/listen", "")},
		{"C-REMOVED-1", "", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
		{"C-REMOVED-1", "", `{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`},
		{"C-PROG-1", "", enveloped("1", "tools/call", `,"progressToken":null`)},
		{"C-PROG-2", enveloped("1", "tools/call", `,"progressToken":7`), enveloped("2", "tools/call", `,"progressToken":7`)}, // C-LPROG-1
		{"C-META-1", "", enveloped("1", "tools/call", `,"9a/x":7`)},
		{"C-META-3", "", enveloped("1", "tools/call", `,"a/-x":7`)},
		{"C-META-5", "", enveloped("1", "tools/call", `,"io.modelcontextprotocol/mood":7`)},
		{"", call, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`},
		{"", "", `{"jsonrpc":"2.0","id":"s","result":{}}`},
	} {
		j := newJudge()
		if c.before != "" {
			require.Empty(t, j.hear(c.before))
		}
		require.Equal(t, c.clause, j.hear(c.line), c.line)
	}
}
