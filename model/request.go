package model

// RequestState is the life of one request that a server has read.
type RequestState uint8

const (
	RequestReceived     RequestState = iota // admitted or refused, not yet running
	RequestRunning                          // its handler runs; no frame so far
	RequestStreaming                        // its handler has sent progress or a log
	RequestAcknowledged                     // a listen that is live
	RequestEnding                           // a listen whose graceful end has begun
	RequestCancelled                        // silent; its handler has not returned yet
	RequestAnswered                         // its response is in the output
	RequestDropped                          // settled in silence
)

// RequestEvent is a step of the request's handler, of the peer or of the drain.
type RequestEvent uint8

const (
	RequestOnStart          RequestEvent = iota
	RequestOnAcknowledge                 // a listen's acknowledgement
	RequestOnFrame                       // progress or a log message
	RequestOnEvent                       // a change for a listen
	RequestOnResult                      // the handler returned a success
	RequestOnError                       // the handler failed, or the request is refused
	RequestOnCancelSilent                // cancelled, where cancelling means silence
	RequestOnCancelAnswered              // cancelled, where cancelling means code 0
	RequestOnClose                       // the listen ends gracefully
	RequestOnSever                       // the listen cannot keep up
	RequestOnExpire                      // the drain's deadline
)

// RequestEffect is the one frame, or the one signal, of a step.
type RequestEffect uint8

const (
	RequestDoNothing RequestEffect = iota
	RequestDoSpawn
	RequestDoSendAcknowledgement
	RequestDoSendFrame
	RequestDoSendEvent
	RequestDoSendResult
	RequestDoSendError
	RequestDoCancel         // cancel the context, take the unsent frames back
	RequestDoCancelAndReply // the same, and the code 0 answer
	RequestDoRetract        // take the unsent answer back
	RequestDoFinishListen   // write the listen's result
	RequestDoSendCancelled  // notifications/cancelled with the listen's id
	RequestDoReplyClosed    // cancel the context, answer "Connection closed"
	RequestDoDiscard        // the frame is dropped
)

// RequestTable is the type of Request.
type RequestTable = Table[RequestState, RequestEvent, RequestEffect]

// Request is the life of a request on the server's side, listens included. It
// is the same in both eras; what differs is whether a cancel is silent.
//
// Silence belongs to the request, not to its id: once a cancel was read the id
// is free, and what the handler still says is discarded (decisions C1).
var Request = New(requestTable)

var requestTable = RequestTable{
	Name: "Request", Doc: "One request as the server sees it, a listen included: exactly one answer, or silence after a cancel.",
	Start:  RequestReceived,
	States: []string{"Received", "Running", "Streaming", "Acknowledged", "Ending", "Cancelled", "Answered", "Dropped"},
	Events: []string{"Start", "Acknowledge", "Frame", "Event", "Result", "Error", "CancelSilent", "CancelAnswered",
		"Close", "Sever", "Expire"},
	Effects: []string{"-", "Spawn", "SendAcknowledgement", "SendFrame", "SendEvent", "SendResult", "SendError", "Cancel",
		"CancelAndReply", "Retract", "FinishListen", "SendCancelled", "ReplyClosed", "Discard"},
	Rows: []Row[RequestState, RequestEvent, RequestEffect]{
		{RequestReceived, RequestOnStart, RequestRunning, RequestDoSpawn, MUST, "S-MSG-7"},
		{RequestReceived, RequestOnAcknowledge, RequestAcknowledged, RequestDoSendAcknowledgement, MUST, "S-SUB-14, S-SUB-2"},
		{RequestReceived, RequestOnResult, RequestAnswered, RequestDoSendResult, MUST, "decisions E3, S-RESP-1"},
		{RequestReceived, RequestOnError, RequestAnswered, RequestDoSendError, MUST, "S-RESP-5"},
		{RequestReceived, RequestOnCancelSilent, RequestDropped, RequestDoCancel, MUST, "S-CANCEL-1, rules A9"},
		{RequestReceived, RequestOnCancelAnswered, RequestAnswered, RequestDoCancelAndReply, POLICY, "rules A13, decisions C2"},
		{RequestReceived, RequestOnExpire, RequestAnswered, RequestDoReplyClosed, MUST, "decisions C3, S-MSG-7"},

		{RequestRunning, RequestOnAcknowledge, RequestAcknowledged, RequestDoSendAcknowledgement, MUST, "S-SUB-2"},
		{RequestRunning, RequestOnFrame, RequestStreaming, RequestDoSendFrame, MAY, "S-MSG-6"},
		{RequestRunning, RequestOnResult, RequestAnswered, RequestDoSendResult, MUST, "S-MSG-7, S-RESP-1"},
		{RequestRunning, RequestOnError, RequestAnswered, RequestDoSendError, MUST, "S-MSG-7, S-RESP-5"},
		{RequestRunning, RequestOnCancelSilent, RequestCancelled, RequestDoCancel, MUST, "S-CANCEL-1, S-CANCEL-2, rules A10"},
		{RequestRunning, RequestOnCancelAnswered, RequestCancelled, RequestDoCancelAndReply, POLICY, "rules A13, S-LCANCEL-3"},
		{RequestRunning, RequestOnExpire, RequestCancelled, RequestDoReplyClosed, MUST, "decisions C3, rules A15"},

		{RequestStreaming, RequestOnFrame, RequestStreaming, RequestDoSendFrame, MAY, "S-MSG-6, S-PROG-1"},
		{RequestStreaming, RequestOnResult, RequestAnswered, RequestDoSendResult, MUST, "S-MSG-7, S-PROG-9"},
		{RequestStreaming, RequestOnError, RequestAnswered, RequestDoSendError, MUST, "S-MSG-7, S-RESP-5"},
		{RequestStreaming, RequestOnCancelSilent, RequestCancelled, RequestDoCancel, MUST, "S-CANCEL-1, S-CANCEL-2, rules A10"},
		{RequestStreaming, RequestOnCancelAnswered, RequestCancelled, RequestDoCancelAndReply, POLICY, "rules A13, S-LCANCEL-3"},
		{RequestStreaming, RequestOnExpire, RequestCancelled, RequestDoReplyClosed, MUST, "decisions C3, rules A15"},

		{RequestAcknowledged, RequestOnEvent, RequestAcknowledged, RequestDoSendEvent, MUST, "S-SUB-12, S-SUB-13"},
		{RequestAcknowledged, RequestOnResult, RequestAnswered, RequestDoSendResult, SHOULD, "S-SUB-7, S-SUB-9"},
		{RequestAcknowledged, RequestOnError, RequestAnswered, RequestDoSendError, MUST, "S-ERR-14"},
		{RequestAcknowledged, RequestOnCancelSilent, RequestCancelled, RequestDoCancel, MUST, "S-CANCEL-12, rules A12"},
		{RequestAcknowledged, RequestOnClose, RequestEnding, RequestDoFinishListen, SHOULD, "S-SUB-7, rules A14"},
		{RequestAcknowledged, RequestOnSever, RequestCancelled, RequestDoSendCancelled, MUST, "S-CANCEL-6, decisions C4"},
		{RequestAcknowledged, RequestOnExpire, RequestCancelled, RequestDoSendResult, SHOULD, "S-SUB-7, decisions C3"},

		{RequestEnding, RequestOnEvent, RequestEnding, RequestDoDiscard, MUST, "S-SUB-9"},
		{RequestEnding, RequestOnResult, RequestAnswered, RequestDoSendResult, SHOULD, "S-SUB-7, S-SUB-8, S-SUB-9"},
		{RequestEnding, RequestOnError, RequestAnswered, RequestDoSendResult, SHOULD, "S-SUB-7"},
		{RequestEnding, RequestOnCancelSilent, RequestCancelled, RequestDoCancel, MUST, "S-CANCEL-12"},
		{RequestEnding, RequestOnExpire, RequestCancelled, RequestDoSendResult, SHOULD, "S-SUB-7, decisions C3"},

		{RequestCancelled, RequestOnAcknowledge, RequestCancelled, RequestDoDiscard, MUST, "S-CANCEL-1"},
		{RequestCancelled, RequestOnFrame, RequestCancelled, RequestDoDiscard, MUST, "S-CANCEL-1"},
		{RequestCancelled, RequestOnEvent, RequestCancelled, RequestDoDiscard, MUST, "S-CANCEL-12"},
		{RequestCancelled, RequestOnResult, RequestDropped, RequestDoDiscard, MUST, "S-CANCEL-1, rules A11"},
		{RequestCancelled, RequestOnError, RequestDropped, RequestDoDiscard, MUST, "S-CANCEL-1, rules A11"},
		{RequestCancelled, RequestOnCancelSilent, RequestCancelled, RequestDoNothing, SHOULD, "S-CANCEL-11"},
		{RequestCancelled, RequestOnCancelAnswered, RequestCancelled, RequestDoNothing, SHOULD, "S-LCANCEL-9, decisions C2"},
		{RequestCancelled, RequestOnExpire, RequestCancelled, RequestDoNothing, MUST, "rules A11"},

		{RequestAnswered, RequestOnFrame, RequestAnswered, RequestDoDiscard, MUST, "S-PROG-9, S-PROG-5"},
		{RequestAnswered, RequestOnEvent, RequestAnswered, RequestDoDiscard, MUST, "S-SUB-9"},
		{RequestAnswered, RequestOnCancelSilent, RequestDropped, RequestDoRetract, MUST, "decisions C1, rules A10"},
		{RequestAnswered, RequestOnCancelAnswered, RequestAnswered, RequestDoNothing, SHOULD, "S-LCANCEL-5, decisions C2"},

		{RequestDropped, RequestOnFrame, RequestDropped, RequestDoDiscard, MUST, "S-CANCEL-1"},
		{RequestDropped, RequestOnEvent, RequestDropped, RequestDoDiscard, MUST, "S-CANCEL-12"},
		{RequestDropped, RequestOnResult, RequestDropped, RequestDoDiscard, MUST, "S-CANCEL-1"},
		{RequestDropped, RequestOnError, RequestDropped, RequestDoDiscard, MUST, "S-CANCEL-1"},
		{RequestDropped, RequestOnCancelSilent, RequestDropped, RequestDoNothing, SHOULD, "S-CANCEL-11"},
		{RequestDropped, RequestOnCancelAnswered, RequestDropped, RequestDoNothing, SHOULD, "S-LCANCEL-9"},
	},
}

// Settled reports whether nothing more can happen to a request in state s.
func (s RequestState) Settled() bool { return s == RequestAnswered || s == RequestDropped }

// Live reports whether a cancel from the peer can still find a request in
// state s by its id.
func (s RequestState) Live() bool { return s <= RequestEnding }
