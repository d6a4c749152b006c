package model

import "fmt"

// MoveKind is something that the client, a handler, the hub or the pipe does.
type MoveKind uint8

const (
	MoveRead        MoveKind = iota // a frame of Class was read; a request takes Slot, or none (-1) at the limit
	MoveDuplicate                   // a request with the id of Slot
	MoveMuteFault                   // a line that is no message and must not be answered
	MoveEOF                         // end of input
	MoveClose                       // our own Close, or a signal
	MoveIdle                        // draining, and everything is settled
	MoveDeadline                    // the drain took too long
	MoveBroken                      // the output is gone
	MoveWrite                       // what waits in the outbox was handed to the operating system
	MoveStart                       // a queued call gets its handler
	MoveAcknowledge                 // a listen's own handler acknowledges
	MoveFrame                       // a handler sends progress or a log message
	MoveEvent                       // a change for a listen
	MoveResult                      // a handler returns a success
	MoveError                       // a handler fails
	MoveCloseListen                 // a listen is ended gracefully
	MoveSever                       // a listen cannot keep up
)

var moveNames = [...]string{
	"read", "duplicate", "mute fault", "EOF", "close", "idle", "deadline", "broken pipe", "write", "start",
	"handler acknowledges", "handler sends progress", "change", "handler returns", "handler fails", "close listen", "listen overflows",
}

// A Move is one step of the world. Slot is the request that it is about, -1
// where it is about none.
type Move struct {
	Kind  MoveKind
	Class Class
	Slot  int8
}

// Client reports whether the move is a line from the client, or its end.
func (m Move) Client() bool {
	return m.Kind == MoveRead || m.Kind == MoveDuplicate || m.Kind == MoveMuteFault || m.Kind == MoveEOF
}

// Asks reports whether the move is a request frame that is not a duplicate.
func (m Move) Asks() bool { return m.Kind == MoveRead && m.Class.Request() }

// Cancels reports whether the move is a cancel that names a known request.
func (m Move) Cancels() bool { return m.Kind == MoveRead && m.Class == ClassCancelled && m.Slot >= 0 }

func (m Move) String() string { return m.Label(int(m.Slot)) }

// Label is the move in words, with n for the number of its request.
func (m Move) Label(n int) string {
	words := moveNames[m.Kind]
	switch {
	case m.Kind == MoveRead:
		words = "> " + m.Class.String()
	case m.Client():
		words = "> " + words
	}
	switch {
	case n >= 0:
		return fmt.Sprintf("%s #%d", words, n)
	case m.Asks():
		return words + " (over the limit)"
	case m.Kind == MoveRead && m.Class == ClassCancelled:
		return words + " (unknown id)"
	}
	return words
}
