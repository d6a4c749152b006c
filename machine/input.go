package machine

import "github.com/eralock/eralock/model"

// A Ref is the handle of one request of a session. It is never reused: a
// recycled slot gets a new one. The zero Ref is no request.
type Ref uint64

// Slot is the index behind r, for a shell that keeps its own record beside the
// session's: small, dense, and reused once the session has freed r.
func (r Ref) Slot() int { return int(uint32(r)) - 1 }

func newRef(slot int, generation uint32) Ref { return Ref(generation)<<32 | Ref(slot+1) }

// InputKind says what happened.
type InputKind uint8

const (
	FrameRead    InputKind = iota // Class, ID: a line was read and classified
	Acknowledged                  // Ref: the listen's acknowledgement is ready
	Emitted                       // Ref: the handler has a progress or log frame
	Happened                      // Ref: a change that the listen asked for
	Finished                      // Ref: the handler, or the inline answer, succeeded
	Failed                        // Ref: it failed
	ListenClosed                  // Ref: end this listen gracefully
	ListenFailed                  // Ref: this listen cannot keep up
	Announced                     // a change, as the plain notification of a legacy connection
	Asked                         // Ref: the handler of a legacy call wants to send a request to the client
	Pinged                        // the same, a ping; Ref may be zero
	AskTimedOut                   // Ref: our request had no answer in time
	EndOfInput                    // the peer closed its side
	CloseAsked                    // our own Close, or a signal
	DeadlineHit                   // the drain took too long
	OutputBroken                  // a write failed
	Opened                        // the start-up is done: requests start at once from here on
	Begun                         // Ref: a request that was held starts
)

// An Input is one thing that happened. ID is the canonical id (of the request,
// of the cancelled request, or of the response), valid during the Step only.
type Input struct {
	Kind  InputKind
	Class model.Class
	ID    []byte
	Ref   Ref
	// OldSchema goes with the Finished of an initialize: the version that was
	// negotiated is 2025-06-18 or older, whose schema has no error without an
	// id (decisions A2 and A3).
	OldSchema bool
	// Failure goes with a ClassResponse: it is an error.
	Failure bool
}
