package properties

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/eralock/eralock/protocol"
)

// said is one line of a server's, in words that an expectation can be written
// in. owner is the raw token of the request that it belongs to.
type said struct{ what, owner string }

func (s said) String() string { return s.what + " " + s.owner }

// wireMessage is a line as encoding/json reads it: another reader than ours.
type wireMessage struct {
	Version string                     `json:"jsonrpc"`
	ID      json.RawMessage            `json:"id"`
	Method  string                     `json:"method"`
	Result  map[string]json.RawMessage `json:"result"`
	Error   *struct {
		Code    *int    `json:"code"`
		Message *string `json:"message"`
	} `json:"error"`
	Params struct {
		Token     json.RawMessage            `json:"progressToken"`
		RequestID json.RawMessage            `json:"requestId"`
		Filter    json.RawMessage            `json:"notifications"`
		Meta      map[string]json.RawMessage `json:"_meta"`
	} `json:"params"`
}

// hear puts a line into words, or complains about it.
func hear(line []byte) said {
	var m wireMessage
	if !bytes.HasSuffix(line, []byte("}\n")) || bytes.Count(line, []byte("\n")) != 1 || json.Unmarshal(line, &m) != nil || m.Version != "2.0" {
		return said{fmt.Sprintf("no message: %q", line), ""}
	}
	if m.Method == "" {
		return hearResponse(&m, line)
	}
	stamp := string(m.Params.Meta[protocol.KeySubscriptionID])
	switch m.Method {
	case protocol.NotificationProgress:
		return said{"progress", string(m.Params.Token)}
	case protocol.NotificationAcknowledged:
		return said{"acknowledged " + string(m.Params.Filter), stamp}
	case protocol.NotificationCancelled:
		return said{"cancelled stamped " + stamp, string(m.Params.RequestID)}
	case protocol.NotificationToolsListChanged:
		if stamp == "" {
			return said{"announced", ""}
		}
		return said{"changed", stamp}
	}
	return said{"unknown method " + m.Method, ""}
}

func hearResponse(m *wireMessage, line []byte) said {
	id := string(m.ID)
	switch {
	case (m.Error != nil) == (m.Result != nil):
		return said{fmt.Sprintf("neither or both of result and error: %s", line), id}
	case m.Error != nil && (m.Error.Code == nil || m.Error.Message == nil):
		return said{"an error without code or message", id}
	case m.Error != nil:
		return said{fmt.Sprintf("error %d", *m.Error.Code), id}
	}
	var meta map[string]json.RawMessage
	_ = json.Unmarshal(m.Result["_meta"], &meta)
	var words []string
	for _, w := range []struct {
		word string
		has  bool
	}{
		{"initialize", m.Result["protocolVersion"] != nil}, {"discover", m.Result["supportedVersions"] != nil},
		{"content", m.Result["content"] != nil}, {"tools", m.Result["tools"] != nil},
		{"modern", string(m.Result["resultType"]) == `"complete"`}, {"info", meta[protocol.KeyServerInfo] != nil},
		{"stamped " + string(meta[protocol.KeySubscriptionID]), meta[protocol.KeySubscriptionID] != nil},
	} {
		if w.has {
			words = append(words, w.word)
		}
	}
	return said{"result " + strings.Join(words, ","), id}
}
