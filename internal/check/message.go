package check

import (
	"bytes"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// raw is a JSON value as it was written.
type raw []byte

// UnmarshalJSON keeps the bytes.
func (r *raw) UnmarshalJSON(b []byte) error {
	*r = bytes.Clone(b)
	return nil
}

func (r raw) object() (map[string]raw, bool) {
	if len(r) == 0 || r[0] != '{' {
		return nil, false
	}
	var members map[string]raw
	err := protocol.Unmarshal(r, &members)
	return members, err == nil
}

func (r raw) text() (string, bool) {
	var s string
	if len(r) == 0 || r[0] != '"' || protocol.Unmarshal(r, &s) != nil {
		return "", false
	}
	return s, true
}

func (r raw) integer() (int, bool) {
	var n int
	if len(r) == 0 || r[0] != '-' && (r[0] < '0' || r[0] > '9') || protocol.Unmarshal(r, &n) != nil {
		return 0, false
	}
	return n, true
}

func (r raw) texts() ([]string, bool) {
	var items []raw
	if len(r) == 0 || r[0] != '[' || protocol.Unmarshal(r, &items) != nil {
		return nil, false
	}
	all := make([]string, 0, len(items))
	for _, item := range items {
		s, ok := item.text()
		if !ok {
			return nil, false
		}
		all = append(all, s)
	}
	return all, true
}

// null counts as absent where a member is optional.
func (r raw) present() bool { return len(r) > 0 && string(r) != "null" }

// message is one line from the server.
type message struct {
	record int
	at     time.Duration
	line   []byte

	object map[string]raw // nil where the line is no JSON object
	method string
	id     raw
	params map[string]raw
	result map[string]raw
	err    map[string]raw
}

// read takes a line apart as far as it goes.
func read(line []byte) message {
	m := message{line: line}
	m.object, _ = raw(line).object()
	m.method, _ = m.object["method"].text()
	m.id = m.object["id"]
	m.params, _ = m.object["params"].object()
	m.result, _ = m.object["result"].object()
	m.err, _ = m.object["error"].object()
	return m
}

// response reports whether m answers, well or ill formed.
func (m *message) response() bool {
	return m.method == "" && (m.object["result"] != nil || m.object["error"] != nil)
}

func (m *message) request() bool { return m.method != "" && m.id.present() }

// failed reports whether m is an error, or a tool's result that says so.
func (m *message) failed() bool { return m.err != nil || string(m.result["isError"]) == "true" }

// code is the error's code, 0 if it has none.
func (m *message) code() int {
	n, _ := m.err["code"].integer()
	return n
}

// stamp is the subscription id that m carries.
func (m *message) stamp() raw {
	meta, _ := m.params["_meta"].object()
	if m.response() {
		meta, _ = m.result["_meta"].object()
	}
	return meta[protocol.KeySubscriptionID]
}

// key makes equal ids equal; "" for what is no legal id.
func key(id raw) string {
	k, ok := wire.CanonicalID(id, nil)
	if !ok {
		return ""
	}
	return string(k)
}
