package wire

import "github.com/eralock/eralock/protocol"

// Inbound is what a client makes of a line from its server.
type Inbound uint8

const (
	// InBlank is an empty line.
	InBlank Inbound = iota
	// InTooLong ends the connection (decisions K12).
	InTooLong
	// InJunk is no JSON object; it is skipped and counted (decisions K12).
	InJunk
	// InInvalid is an object that is no message. If AnswerID is not nil it may
	// have been meant as an answer: the call fails, instead of waiting forever.
	InInvalid
	// InResult and InError answer the request AnswerID. An error without an
	// id tells of a frame that the server could not read.
	InResult
	InError
	InProgress     // Token
	InMessage      // a log message
	InListChanged  // tools, prompts or resources: Method; SubscriptionID on modern
	InUpdated      // URI; SubscriptionID on modern
	InAcknowledged // SubscriptionID, Filter
	InCancelled    // RequestID, which is legal
	InNotification // any other, or one of the above that lacks what it must have
	InPing         // a request of the server's
	InRequest      // any other request of the server's
)

var inboundNames = [...]string{
	"blank", "too long", "junk", "invalid", "result", "error", "progress", "message", "list changed", "updated",
	"acknowledged", "cancelled", "notification", "ping", "request",
}

func (i Inbound) String() string { return inboundNames[i] }

// ClassifyInbound says what a frame from a server is.
func ClassifyInbound(f *Frame) Inbound {
	switch f.shape {
	case blank:
		return InBlank
	case tooLong:
		return InTooLong
	case object:
	default:
		return InJunk
	}
	switch {
	case f.flaw() != "":
		return InInvalid
	case f.isResponse():
		return inboundResponse(f)
	case f.isNotification():
		return inboundNotification(f)
	case f.AnswerID() == nil:
		return InInvalid
	case string(f.Method()) == protocol.MethodPing:
		return InPing
	}
	return InRequest
}

func inboundResponse(f *Frame) Inbound {
	switch {
	case f.result.present() == f.failure.present():
		return InInvalid // both
	case f.failure.present():
		if _, ok := ReadError(f); !ok {
			return InInvalid
		}
		return InError
	case f.AnswerID() == nil:
		return InInvalid
	}
	return InResult
}

func inboundNotification(f *Frame) Inbound {
	kind, needs := InNotification, span{}
	switch string(f.Method()) {
	case protocol.NotificationProgress:
		kind, needs = InProgress, f.token
	case protocol.NotificationAcknowledged:
		kind, needs = InAcknowledged, f.subscriptionID
	case protocol.NotificationCancelled:
		kind, needs = InCancelled, f.requestID
	case protocol.NotificationResourcesUpdated:
		if f.kind(f.uri) == '"' {
			return InUpdated
		}
		return InNotification
	case protocol.NotificationMessage:
		return InMessage
	case protocol.NotificationToolsListChanged, protocol.NotificationPromptsListChanged, protocol.NotificationResourcesListChanged:
		return InListChanged
	}
	if legalID(f.raw(needs)) {
		return kind
	}
	return InNotification
}

// ReadError decodes the error of a response. It returns false unless that is
// an object with an integer code and a message (S-RESP-6, S-RESP-7).
func ReadError(f *Frame) (*protocol.Error, bool) {
	var required struct {
		Code    rawValue `json:"code"`
		Message rawValue `json:"message"`
	}
	raw := f.Failure()
	if raw.Kind() != '{' || protocol.Unmarshal(raw, &required) != nil ||
		required.Code.Kind() != '0' || required.Message.Kind() != '"' {
		return nil, false
	}
	e := new(protocol.Error)
	return e, protocol.Decode(raw, e) == nil
}
