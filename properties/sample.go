package properties

import (
	"strings"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// A Sample is a typed frame from a client: a class of the decision ladder and
// what fills it. The zero values of the other fields are left out.
type Sample struct {
	Class model.Class
	ID    string // raw token, such as 7 or "a"; of a cancel: the id that it names

	Tool      string // ClassEnveloped and ClassBare are tools/call of it, else tools/list
	Arguments string // JSON object
	Token     string // raw progress token
	Version   string // of the envelope, or of an initialize; default: the newest
	Filter    string // of a listen; default: changes of the list of tools
	Meta      string // JSON, in place of the _meta of a partial envelope
	Raw       string // the line as it is, in place of all other fields but Class
}

// SampleLimit is the line limit that a Sample of ClassTooLong exceeds.
const SampleLimit = 4096

// Line is the frame as it goes over the wire, newline included.
func (s Sample) Line() []byte {
	if s.Raw != "" {
		return []byte(s.Raw + "\n")
	}
	switch s.Class {
	case model.ClassBlank:
		return []byte("\n")
	case model.ClassMalformed:
		return []byte(`{"jsonrpc":"2.0","id":` + s.ID + ",\n")
	case model.ClassTooLong:
		return []byte(`{"jsonrpc":"2.0","method":"tools/list","params":{"pad":"` + strings.Repeat("x", SampleLimit) + `"}` + member(`,"id":`, s.ID) + "}\n")
	case model.ClassScalar:
		return []byte("42\n")
	case model.ClassBatch:
		return []byte(`[{"jsonrpc":"2.0","id":` + s.ID + `,"method":"ping"}]` + "\n")
	case model.ClassBadShape:
		return []byte(`{"jsonrpc":"1.0","method":"ping"` + member(`,"id":`, s.ID) + "}\n")
	case model.ClassBadID:
		return []byte(`{"jsonrpc":"2.0","id":1.5,"method":"ping"}` + "\n")
	case model.ClassBadParams:
		return wire.AppendRequest(nil, []byte(s.ID), protocol.MethodToolsList, []byte(`"none"`))
	case model.ClassResponse:
		return wire.AppendResult(nil, []byte(s.ID), nil)
	}
	if s.Class >= model.ClassInitialized {
		return s.notification()
	}
	method, params := s.request()
	return wire.AppendRequest(nil, []byte(s.ID), method, params)
}

func (s Sample) notification() []byte {
	method, params := "notifications/roots/list_changed", ""
	switch s.Class {
	case model.ClassInitialized:
		method = protocol.NotificationInitialized
	case model.ClassCancelled:
		method, params = protocol.NotificationCancelled, `{"requestId":`+s.ID+`}`
	case model.ClassBadCancelled:
		method, params = protocol.NotificationCancelled, `{"requestId":null}`
	case model.ClassClaimedNotification:
		params = object(s.envelope())
	}
	if params == "" {
		return wire.AppendNotification(nil, method, nil)
	}
	return wire.AppendNotification(nil, method, []byte(params))
}

func (s Sample) request() (method string, params []byte) {
	method = protocol.MethodToolsList
	members := s.envelope()
	switch s.Class {
	case model.ClassInitialize:
		return protocol.MethodInitialize, []byte(object(s.hello()))
	case model.ClassBadInitialize:
		return protocol.MethodInitialize, []byte(`{"protocolVersion":7}`)
	case model.ClassClaimedInitialize:
		return protocol.MethodInitialize, []byte(object(s.hello(), members))
	case model.ClassDiscover:
		method = protocol.MethodDiscover
	case model.ClassBareDiscover:
		return protocol.MethodDiscover, nil
	case model.ClassPartialEnvelope:
		if s.Meta != "" {
			return method, []byte(`{"_meta":` + s.Meta + `}`)
		}
		members = `"_meta":{"` + protocol.KeyProtocolVersion + `":"` + s.version(protocol.ModernVersions()) + `"}`
	case model.ClassUnsupportedVersion:
		if s.Version == "" {
			s.Version = "1999-12-31"
		}
		members = s.envelope()
	case model.ClassEnvelopedUnknown:
		method = "resources/subscribe"
	case model.ClassListen:
		method, members = protocol.MethodListen, `"notifications":`+s.filter()+","+members
	case model.ClassBadListen:
		method, members = protocol.MethodListen, `"notifications":7,`+members
	case model.ClassBareListen:
		return protocol.MethodListen, []byte(`{"notifications":` + s.filter() + `}`)
	case model.ClassBareUnknown:
		return "no/such", nil
	case model.ClassPing:
		return protocol.MethodPing, nil
	case model.ClassEnveloped, model.ClassBare:
		return s.call()
	}
	return method, []byte(object(members))
}

// call is a tools/call, or without a tool a tools/list.
func (s Sample) call() (method string, params []byte) {
	meta := s.envelope()
	if s.Class == model.ClassBare {
		meta = s.token()
	}
	if s.Tool == "" {
		return protocol.MethodToolsList, []byte(object(meta))
	}
	name := `"name":"` + s.Tool + `"`
	return protocol.MethodToolsCall, []byte(object(name, member(`"arguments":`, s.Arguments), meta))
}

func (s Sample) hello() string {
	return `"protocolVersion":"` + s.version(protocol.LegacyVersions()) + `","capabilities":{},"clientInfo":{"name":"sample","version":"1"}`
}

func (s Sample) envelope() string {
	return `"_meta":{"` + protocol.KeyProtocolVersion + `":"` + s.version(protocol.ModernVersions()) + `","` +
		protocol.KeyClientCapabilities + `":{}` + member(`,"`+protocol.KeyProgressToken+`":`, s.Token) + `}`
}

func (s Sample) token() string {
	if s.Token == "" {
		return ""
	}
	return `"_meta":{"` + protocol.KeyProgressToken + `":` + s.Token + `}`
}

func (s Sample) version(newestFirst []string) string {
	if s.Version != "" {
		return s.Version
	}
	return newestFirst[0]
}

func (s Sample) filter() string {
	if s.Filter != "" {
		return s.Filter
	}
	return `{"toolsListChanged":true}`
}

func member(name, value string) string {
	if value == "" {
		return ""
	}
	return name + value
}

func object(members ...string) string {
	var present []string
	for _, m := range members {
		if m != "" {
			present = append(present, m)
		}
	}
	return "{" + strings.Join(present, ",") + "}"
}
