package model

// CallState is the life of one request of a client.
type CallState uint8

const (
	CallQueued        CallState = iota // waits for the era, or for the pipe
	CallSent                           // written, no frame of it read
	CallStreaming                      // progress was read
	CallRenegotiating                  // refused with -32022; to be sent again with a new id
	CallAnswered
	CallCancelled
	CallTimedOut
	CallLost
)

// CallEvent is a step of a call.
type CallEvent uint8

const (
	CallOnWrite          CallEvent = iota // handed to the pipe
	CallOnProgress                        // progress with the call's token
	CallOnResult                          // a response with a result
	CallOnError                           // a response with an error
	CallOnVersionRefused                  // -32022 with a mutual version that was not tried for it
	CallOnCancel                          // the caller's context is done
	CallOnTimeout                         // no response in time
	CallOnQuietEnd                        // cancelled or timed out, but this method is never cancelled on the wire
	CallOnLost                            // the connection ended
)

// CallEffect is what the caller or the server is told.
type CallEffect uint8

const (
	CallDoNothing CallEffect = iota
	CallDoWrite
	CallDoReport // progress to the callback
	CallDoResolve
	CallDoFail
	CallDoResend
	CallDoSendCancelled // notifications/cancelled, exactly once, and the caller's error
	CallDoFailQuiet     // the caller's error, nothing on the wire
	CallDoLose
	CallDoDrop
)

// CallTable is the type of Call.
type CallTable = Table[CallState, CallEvent, CallEffect]

// Call is one request of the client: settled exactly once, cancelled at most
// once, and never before it was written.
var Call = New(callTable)

var callTable = CallTable{
	Name: "Call", Doc: "One request as the client sees it: settled once, cancelled on the wire at most once and never before it was written.",
	Start:   CallQueued,
	States:  []string{"Queued", "Sent", "Streaming", "Renegotiating", "Answered", "Cancelled", "TimedOut", "Lost"},
	Events:  []string{"Write", "Progress", "Result", "Error", "VersionRefused", "Cancel", "Timeout", "QuietEnd", "Lost"},
	Effects: []string{"-", "Write", "Report", "Resolve", "Fail", "Resend", "SendCancelled", "FailQuiet", "Lose", "Drop"},
	Rows: []Row[CallState, CallEvent, CallEffect]{
		{CallQueued, CallOnWrite, CallSent, CallDoWrite, MUST, "C-ID-1, rules B5"},
		{CallQueued, CallOnCancel, CallCancelled, CallDoFailQuiet, MUST, "decisions K8, C-CANCEL-3"},
		{CallQueued, CallOnTimeout, CallTimedOut, CallDoFailQuiet, MUST, "decisions K8, C-CANCEL-3"},
		{CallQueued, CallOnQuietEnd, CallCancelled, CallDoFailQuiet, MUST, "decisions K8"},
		{CallQueued, CallOnLost, CallLost, CallDoLose, MUST, "decisions K12 and K15"},

		{CallSent, CallOnProgress, CallStreaming, CallDoReport, SHOULD, "C-PROG-3"},
		{CallSent, CallOnResult, CallAnswered, CallDoResolve, MUST, "S-RESP-1"},
		{CallSent, CallOnError, CallAnswered, CallDoFail, MUST, "S-RESP-5"},
		{CallSent, CallOnVersionRefused, CallRenegotiating, CallDoResend, SHOULD, "rules B10, C-VER-1"},
		{CallSent, CallOnCancel, CallCancelled, CallDoSendCancelled, MUST, "C-CANCEL-1, C-CANCEL-2"},
		{CallSent, CallOnTimeout, CallTimedOut, CallDoSendCancelled, SHOULD, "C-TIME-2, C-TIME-7"},
		{CallSent, CallOnQuietEnd, CallCancelled, CallDoFailQuiet, MUST, "C-LCANCEL-2, decisions K3 and K8"},
		{CallSent, CallOnLost, CallLost, CallDoLose, MUST, "decisions K12"},

		{CallStreaming, CallOnProgress, CallStreaming, CallDoReport, SHOULD, "C-PROG-3"},
		{CallStreaming, CallOnResult, CallAnswered, CallDoResolve, MUST, "S-RESP-1"},
		{CallStreaming, CallOnError, CallAnswered, CallDoFail, MUST, "S-RESP-5"},
		{CallStreaming, CallOnVersionRefused, CallRenegotiating, CallDoResend, SHOULD, "rules B10, C-VER-1"},
		{CallStreaming, CallOnCancel, CallCancelled, CallDoSendCancelled, MUST, "C-CANCEL-1, C-CANCEL-2"},
		{CallStreaming, CallOnTimeout, CallTimedOut, CallDoSendCancelled, SHOULD, "C-TIME-2, C-TIME-5"},
		{CallStreaming, CallOnQuietEnd, CallCancelled, CallDoFailQuiet, MUST, "C-LCANCEL-2, decisions K8"},
		{CallStreaming, CallOnLost, CallLost, CallDoLose, MUST, "decisions K12"},

		{CallRenegotiating, CallOnWrite, CallSent, CallDoWrite, SHOULD, "rules B10, C-ID-4"},
		{CallRenegotiating, CallOnCancel, CallCancelled, CallDoFailQuiet, MUST, "decisions K8, C-CANCEL-3"},
		{CallRenegotiating, CallOnTimeout, CallTimedOut, CallDoFailQuiet, MUST, "decisions K8, C-CANCEL-3"},
		{CallRenegotiating, CallOnQuietEnd, CallCancelled, CallDoFailQuiet, MUST, "decisions K8"},
		{CallRenegotiating, CallOnLost, CallLost, CallDoLose, MUST, "decisions K12"},

		{CallAnswered, CallOnProgress, CallAnswered, CallDoDrop, MUST, "C-PROG-3, S-PROG-9"},
		{CallAnswered, CallOnResult, CallAnswered, CallDoDrop, MUST, "S-MSG-8"},
		{CallAnswered, CallOnError, CallAnswered, CallDoDrop, MUST, "S-MSG-8"},
		{CallAnswered, CallOnCancel, CallAnswered, CallDoNothing, MUST, "C-CANCEL-3, C-CANCEL-5"},
		{CallAnswered, CallOnTimeout, CallAnswered, CallDoNothing, MUST, "C-CANCEL-3"},

		{CallCancelled, CallOnProgress, CallCancelled, CallDoDrop, SHOULD, "C-CANCEL-4"},
		{CallCancelled, CallOnResult, CallCancelled, CallDoDrop, SHOULD, "C-CANCEL-4, C-LCANCEL-7"},
		{CallCancelled, CallOnError, CallCancelled, CallDoDrop, SHOULD, "C-CANCEL-4, C-LCANCEL-7"},
		{CallCancelled, CallOnCancel, CallCancelled, CallDoNothing, MUST, "decisions K8"},
		{CallCancelled, CallOnTimeout, CallCancelled, CallDoNothing, MUST, "decisions K8"},

		{CallTimedOut, CallOnProgress, CallTimedOut, CallDoDrop, SHOULD, "C-TIME-2"},
		{CallTimedOut, CallOnResult, CallTimedOut, CallDoDrop, SHOULD, "C-TIME-2, C-CANCEL-4"},
		{CallTimedOut, CallOnError, CallTimedOut, CallDoDrop, SHOULD, "C-TIME-2, C-CANCEL-4"},
		{CallTimedOut, CallOnCancel, CallTimedOut, CallDoNothing, MUST, "decisions K8"},

		{CallLost, CallOnCancel, CallLost, CallDoNothing, MUST, "decisions K7 and K8"},
		{CallLost, CallOnTimeout, CallLost, CallDoNothing, MUST, "decisions K8"},
	},
}

// Settled reports whether the caller has its outcome.
func (s CallState) Settled() bool { return s >= CallAnswered }
