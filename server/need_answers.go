package server

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// carried is what a request brings when it is sent again, or, on legacy, what
// the server fetched for it.
type carried struct {
	responses jsontext.Value // modern: raw, until opened
	sealed    jsontext.Value // modern: raw requestState, until opened
	answers   map[string]jsontext.Value
	state     *string
	rounds    int // legacy: how often the client was asked
}

// Answer is the client's raw answer under key. The client decides what is in
// it, and can send answers that nobody asked for; the typed methods below take
// what is no answer of their kind as missing, and a handler asks again then
// (S-MRTR-15, S-MRTR-17).
func (r *Request) Answer(key string) (jsontext.Value, bool) {
	c := r.carried.Load()
	if c == nil {
		return nil, false
	}
	v, ok := c.answers[key]
	return v, ok
}

// State is what KeepState kept; ok is false if there is none.
func (r *Request) State() (state string, ok bool) {
	c := r.carried.Load()
	if c == nil || c.state == nil {
		return "", false
	}
	return *c.state, true
}

// Accepted decodes the form that the user filled in and accepted into the value
// that into points to; nil looks at the consent only. It is false when the user
// has not been asked, declined or cancelled (see ElicitAnswer), or when the
// content does not decode.
func (r *Request) Accepted(key string, into any) bool {
	res, ok := r.ElicitAnswer(key)
	if !ok || res.Action != protocol.ElicitAccept {
		return false
	}
	if into == nil {
		return true
	}
	return res.Content.Kind() == '{' && protocol.Decode(res.Content, into) == nil
}

// ElicitAnswer is the answer to AskForm, AskPage or AskUser.
func (r *Request) ElicitAnswer(key string) (protocol.ElicitResult, bool) {
	raw, _ := r.Answer(key)
	return readElicitResult(raw)
}

// SampleAnswer is the answer to AskModel.
func (r *Request) SampleAnswer(key string) (protocol.CreateMessageResult, bool) {
	raw, _ := r.Answer(key)
	return readMessageResult(raw)
}

// RootsAnswer is the answer to AskRoots.
func (r *Request) RootsAnswer(key string) (protocol.ListRootsResult, bool) {
	raw, _ := r.Answer(key)
	return readRootsResult(raw)
}

func readElicitResult(raw jsontext.Value) (res protocol.ElicitResult, ok bool) {
	if raw.Kind() != '{' || protocol.Unmarshal(raw, &res) != nil {
		return protocol.ElicitResult{}, false
	}
	switch res.Action {
	case protocol.ElicitAccept, protocol.ElicitDecline, protocol.ElicitCancel:
		return res, true
	}
	return protocol.ElicitResult{}, false
}

func readMessageResult(raw jsontext.Value) (res protocol.CreateMessageResult, ok bool) {
	if raw.Kind() != '{' || protocol.Unmarshal(raw, &res) != nil || res.Role == "" || res.Content == nil {
		return protocol.CreateMessageResult{}, false
	}
	return res, true
}

func readRootsResult(raw jsontext.Value) (res protocol.ListRootsResult, ok bool) {
	if raw.Kind() != '{' || protocol.Unmarshal(raw, &res) != nil || res.Roots == nil {
		return protocol.ListRootsResult{}, false
	}
	return res, true
}

// open reads what the request brings, before its handler runs. A requestState
// was in the hands of a stranger (S-MRTR-8, S-MRTR-9).
func (c *carried) open(r *Request) *protocol.Error {
	switch c.responses.Kind() {
	case 0, 'n':
	case '{':
		if err := protocol.Unmarshal(c.responses, &c.answers); err != nil {
			return protocol.InvalidParams("%v", misfit("params.inputResponses", c.responses, err))
		}
	default:
		return protocol.InvalidParams("params.inputResponses must be an object")
	}
	switch c.sealed.Kind() {
	case 0, 'n':
		return nil
	case '"':
	default:
		return protocol.InvalidParams("params.requestState must be a string")
	}
	var token string
	if err := protocol.Unmarshal(c.sealed, &token); err != nil {
		return protocol.InvalidParams("%v", misfit("params.requestState", c.sealed, err))
	}
	if r.app.srv.cfg.plainState {
		c.state = &token
		return nil
	}
	origin, err := r.origin()
	if err != nil {
		return protocol.InternalError()
	}
	state, err := r.app.srv.sealer().open(token, origin)
	if err != nil {
		return protocol.InvalidParams("params.requestState: %v", err)
	}
	c.state = &state
	return nil
}
