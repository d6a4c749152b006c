package machine

import "github.com/eralock/eralock/model"

// Do is what the shell has to do.
type Do uint8

const (
	Run            Do = iota // start the handler of Ref
	Handshake                // answer initialize now: Finished or Failed in the same critical section
	Discover                 // answer server/discover now
	Pong                     // answer ping now
	Listen                   // narrow the filter now, then Acknowledged or Failed
	Send                     // append the frame that goes with this Input
	Discard                  // drop the frame that goes with this Input
	Refuse                   // append an error for Reason; Ref zero: for the frame just read
	AnswerFault              // append the classifier's refusal for the line just read
	CancelContext            // cancel the handler's context
	Retract                  // take back the frames of Ref that are unsent and not pinned
	ReplyCancelled           // append the code 0 answer of a legacy cancel
	ReplyClosed              // append the "Connection closed" error
	FinishListen             // append the listen's result
	SendCancelled            // append notifications/cancelled with the listen's id
	SendAsk                  // append the request to the client
	RefuseAsk                // the request to the client fails locally
	CancelAsk                // append notifications/cancelled for our request Ref
	SettleAsk                // hand the response just read to the handler that waits on Ref
	LoseAsk                  // no answer can come: the handler that waits on Ref fails
	Deliver                  // hand the notification to its handler
	Locked                   // the era has been decided; for observers
	Drain                    // stop reading (after EOF), start the drain clock
	Free                     // Ref is settled and forgotten
	CloseOutput              // write what is queued, then end
	Abandon                  // the output is gone: end
	Hold                     // keep the request until the start-up is done: Begun or Failed
)

var doNames = [...]string{
	"Run", "Handshake", "Discover", "Pong", "Listen", "Send", "Discard", "Refuse", "AnswerFault", "CancelContext",
	"Retract", "ReplyCancelled", "ReplyClosed", "FinishListen", "SendCancelled", "SendAsk", "RefuseAsk", "CancelAsk",
	"SettleAsk", "LoseAsk", "Deliver", "Locked", "Drain", "Free", "CloseOutput", "Abandon", "Hold",
}

func (d Do) String() string { return doNames[d] }

// Reason says why a request is refused; the encoder turns it into code,
// message and data.
type Reason uint8

const (
	ByClass           Reason = iota // the classifier's own refusal
	LateInitialize                  // -32022: this connection is modern (rules A16)
	Repeated                        // -32600: already initialized
	ClaimedInitialize               // -32601 {supported}: initialize with an envelope (decisions E5)
	Envelope                        // -32600: a modern envelope on a legacy connection (rules C3)
	NoEnvelope                      // -32602 naming the missing keys (decisions E7)
	NoHandshake                     // -32602: neither initialize nor an envelope so far (decisions E8)
	UnknownMethod                   // -32601
	DuplicateID                     // -32600: the id is in flight (decisions A5)
	Draining                        // -32603: shutting down
	Busy                            // -32603: too many requests in flight (decisions C10)
	NoListenSlot                    // -32603: subscription limit reached
)

var reasonNames = [...]string{
	"ByClass", "LateInitialize", "Repeated", "ClaimedInitialize", "Envelope", "NoEnvelope", "NoHandshake", "UnknownMethod",
	"DuplicateID", "Draining", "Busy", "NoListenSlot",
}

func (r Reason) String() string { return reasonNames[r] }

// An Action is one thing to do, in order. Lane tells which vocabulary the frame
// is written in. A pinned frame carried the era's lock: a later Retract must
// leave it (rules A17 and A18).
type Action struct {
	Do     Do
	Reason Reason
	Lane   Lane
	Pin    bool
	Ref    Ref
}

// Lane is the vocabulary a request is answered in, fixed when it is admitted.
type Lane = model.Lane

const (
	LegacyLane = model.LaneLegacy
	ModernLane = model.LaneModern
)
