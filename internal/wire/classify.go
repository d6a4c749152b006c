package wire

import (
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// Classify says which row of the decision ladder a frame from a client is in,
// as far as the bytes and the configuration tell. The Refusal is zero unless
// the class brings its own: rows 2 to 8, 11, 15, 16 and 24. What depends on the
// connection is refused by the other constructors of refusal.go.
//
// The order of the checks is decisions A1.
func Classify(f *Frame, c *Config) (model.Class, Refusal) {
	switch f.shape {
	case blank:
		return model.ClassBlank, Refusal{}
	case notUTF8, notJSON, tooDeep:
		return model.ClassMalformed, c.malformed(f)
	case tooLong:
		return model.ClassTooLong, c.tooLong()
	case scalar:
		return model.ClassScalar, refuse(protocol.CodeInvalidRequest, "A message must be a JSON object")
	case array:
		return model.ClassBatch, refuse(protocol.CodeInvalidRequest, "Batches are not accepted: send one message a line")
	}
	if flaw := f.flaw(); flaw != "" {
		return model.ClassBadShape, refuse(protocol.CodeInvalidRequest, flaw)
	}
	if f.isResponse() {
		return model.ClassResponse, Refusal{}
	}
	if f.isNotification() {
		return classifyNotification(f), Refusal{}
	}
	if f.AnswerID() == nil {
		return model.ClassBadID, refuse(protocol.CodeInvalidRequest,
			"Invalid request id: it must be a string, or an integer of at most 128 bytes with an exponent within ±64")
	}
	if f.marks.has(paramsNoObject) {
		return model.ClassBadParams, refuse(protocol.CodeInvalidParams, "params must be an object")
	}
	return c.classifyRequest(f)
}

// flaw says why an object is no JSON-RPC 2.0 message (ladder row 6), or "". A
// frame without a method but with a result or an error is a response, if not a
// good one: answering it could hit a request of the peer's with the same id.
func (f *Frame) flaw() string {
	switch {
	case f.marks.has(duplicateName):
		return "Duplicate member names: two readers could see two messages"
	case !f.marks.has(versionTwo):
		return `Not JSON-RPC 2.0: "jsonrpc" must be "2.0"`
	case f.isResponse():
		return ""
	case !f.method.present():
		return "A message must have a method, a result or an error"
	case f.kind(f.method) != '"':
		return "method must be a string"
	case f.result.present() || f.failure.present():
		return "A message cannot be a request and a response"
	}
	return ""
}

// isNotification: without an id; an id of null does not make a request of a
// notification (ladder row 7).
func (f *Frame) isNotification() bool {
	const prefix = "notifications/"
	if !f.id.present() {
		return true
	}
	method := f.Method()
	return f.kind(f.id) == 'n' && len(method) > len(prefix) && string(method[:len(prefix)]) == prefix
}

// Notifications need no envelope (decisions E12): nothing about their params
// is checked but what an id to cancel must be.
func classifyNotification(f *Frame) model.Class {
	switch string(f.Method()) {
	case protocol.NotificationInitialized:
		return model.ClassInitialized
	case protocol.NotificationCancelled:
		if legalID(f.RequestID()) {
			return model.ClassCancelled
		}
		return model.ClassBadCancelled
	}
	if f.Claimed() {
		return model.ClassClaimedNotification
	}
	return model.ClassNotification
}

func (c *Config) classifyRequest(f *Frame) (model.Class, Refusal) {
	switch {
	case f.Claimed():
		return c.classifyClaimed(f)
	case string(f.Method()) == protocol.MethodInitialize:
		return c.classifyInitialize(f)
	case f.marks.has(metaNoObject):
		return model.ClassBadParams, refuse(protocol.CodeInvalidParams, "params._meta must be an object")
	}
	switch method := f.Method(); string(method) {
	case protocol.MethodDiscover:
		return model.ClassBareDiscover, Refusal{}
	case protocol.MethodPing:
		return model.ClassPing, Refusal{}
	default:
		switch eras := c.Methods[string(method)]; {
		case eras&InLegacy != 0:
			return model.ClassBare, Refusal{}
		case eras&InModern != 0: // listen, or a custom method that only modern has
			return model.ClassBareListen, Refusal{}
		}
		return model.ClassBareUnknown, Refusal{}
	}
}

func (c *Config) classifyInitialize(f *Frame) (model.Class, Refusal) {
	if f.marks.has(metaNoObject) {
		return model.ClassBadInitialize, refuse(protocol.CodeInvalidParams, "params._meta must be an object")
	}
	hello, err := protocol.ParseInitializeParams(f.Params())
	if err != nil {
		return model.ClassBadInitialize, refuse(protocol.CodeInvalidParams, "Invalid initialize: "+err.Error())
	}
	if c.Admit != nil {
		if why := c.Admit(hello); why != nil {
			return model.ClassBadInitialize, *why
		}
	}
	return model.ClassInitialize, Refusal{}
}

// classifyClaimed: the protocolVersion key is there, so the request is modern
// or wrong (decisions E4), initialize included (decisions E5).
func (c *Config) classifyClaimed(f *Frame) (model.Class, Refusal) {
	if gaps := f.gaps(); gaps.any() {
		return model.ClassPartialEnvelope, c.partialEnvelope(gaps)
	}
	if !c.serves(f.Version()) {
		return model.ClassUnsupportedVersion, c.unsupportedVersion(f)
	}
	if gaps := f.optionalGaps(); gaps.any() {
		return model.ClassPartialEnvelope, c.partialEnvelope(gaps)
	}
	method := f.Method()
	switch string(method) {
	case protocol.MethodInitialize:
		return model.ClassClaimedInitialize, Refusal{}
	case protocol.MethodDiscover:
		return model.ClassDiscover, Refusal{}
	}
	if c.Methods[string(method)]&InModern == 0 {
		return model.ClassEnvelopedUnknown, Refusal{}
	}
	if string(method) == protocol.MethodListen {
		return classifyListen(f)
	}
	return model.ClassEnveloped, Refusal{}
}

func classifyListen(f *Frame) (model.Class, Refusal) {
	if _, err := protocol.ParseFilter(f.Filter()); err != nil {
		return model.ClassBadListen, refuse(protocol.CodeInvalidParams, "Invalid filter: "+err.Error())
	}
	return model.ClassListen, Refusal{}
}
