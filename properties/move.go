package properties

import (
	"fmt"

	"github.com/eralock/eralock/model"
)

// A Move is one thing that happens to a session. It says what, not whether it
// is possible: a Twin skips what is not, so that a list of moves keeps its
// meaning when some of them are taken out.
type Move struct {
	Kind  MoveKind
	Class model.Class // of a Read
	ID    string      // of a Read: canonical; "" for a line without a readable id
	Old   bool        // of an initialize: it negotiates 2025-06-18 or older
	Nth   int         // which of the requests that it can be about, modulo their number
}

// MoveKind is what a Move does.
type MoveKind uint8

const (
	Read      MoveKind = iota // a line was read
	Cancel                    // a cancel that names a request in flight was read
	Write                     // frames are handed to the operating system: all, or with Nth > 0 so many
	Result                    // a handler returns a success
	Fail                      // a handler fails
	Progress                  // a handler sends progress or a log, perhaps after it has returned
	Change                    // a change for a listen, perhaps after its end
	EndListen                 // a listen ends gracefully
	Overflow                  // a listen cannot keep up
	Announce                  // a change, as a legacy client is told
	Ask                       // a handler sends a request to the client
	AskPing                   // the same, a ping
	Answer                    // the client answers a request of ours
	Refusal                   // the same, with an error
	Timeout                   // a request of ours is not answered in time
	Leftover                  // what was forgotten long ago still speaks
	EOF
	Close
	Deadline
	Broken
)

var moveNames = [...]string{
	"read", "cancel", "write", "result", "fail", "progress", "change", "end listen", "overflow", "announce", "ask", "ask ping", "answer",
	"refusal", "timeout", "leftover", "EOF", "close", "deadline", "broken",
}

// MoveKinds is the number of kinds.
const MoveKinds = len(moveNames)

func (k MoveKind) String() string { return moveNames[k] }

func (m Move) String() string {
	if m.Kind == Read {
		return fmt.Sprintf("read %s %q", m.Class, m.ID)
	}
	return fmt.Sprintf("%s %d", m.Kind, m.Nth)
}

// GoString makes a list of moves readable where rapid prints it.
func (m Move) GoString() string { return "{" + m.String() + "}" }
