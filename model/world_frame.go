package model

// Frame is a kind of frame that the server sends.
type Frame uint8

const (
	FrameAcknowledgement Frame = iota // of a listen
	FrameProgress                     // progress, or a log message
	FrameEvent                        // a change for a listen
	FrameResult                       // of a call, or the graceful end of a listen
	FrameDiscoverResult
	FrameInitializeResult
	FramePong             // {}
	FrameCancelled        // notifications/cancelled: a listen cannot keep up
	FrameError            // a handler's error
	FrameNoListenSlot     // subscription limit reached
	FrameRequestCancelled // code 0
	FrameConnectionClosed // the drain took too long
	FrameFault            // the answer to a line that is no message
	FrameDuplicate        // the id is in flight
	FrameBusy             // too many requests in flight
	FrameDraining         // shutting down
	FrameClassRefusal     // the refusal that the classifier found
	FrameLate             // -32022 to a late initialize
	FrameClaim            // initialize does not exist with an envelope
	FrameEnvelope         // a modern envelope on a legacy connection
	FrameBare             // the envelope is missing
	FrameTeach            // neither initialize nor an envelope so far
	FrameMethod           // no such method
	FrameBadHandshake     // initialize with bad params
	FrameRepeated         // already initialized
)

var frameNames = [...]string{
	"acknowledgement", "progress", "event", "result", "DiscoverResult", "InitializeResult", "pong", "notifications/cancelled",
	"error", "error: subscription limit", "error 0: request cancelled", "error: connection closed", "error: no message",
	"error: id in flight", "error: too many in flight", "error: shutting down", "error: found by the classifier",
	"error -32022: this connection is modern", "error -32601: initialize with an envelope",
	"error -32600: envelope on a legacy connection", "error -32602: envelope missing", "error -32602: nothing chosen yet",
	"error -32601: method not found", "error -32602: bad initialize", "error -32600: already initialized",
}

func (f Frame) String() string { return frameNames[f] }

// Error reports whether f is an error response, which never locks (rules A8).
func (f Frame) Error() bool { return f >= FrameError }

// Last reports whether f is the last frame of its request.
func (f Frame) Last() bool { return f >= FrameResult }

// An Emission is one frame that a step appended to the output.
type Emission struct {
	Frame   Frame
	Slot    int8 // -1: it belongs to no request that is known
	Lane    Lane
	Was, Is EraState // before and after the era's commit for this frame
}

// commits reports whether e is one of the frames that a lock speaks of: no
// error, of a modern request.
func (e *Emission) commits() bool { return e.Lane == LaneModern && !e.Frame.Error() }
