package trace

import "time"

// Kind says what a Record is.
type Kind uint8

const (
	Sent     Kind = iota // Data: the bytes of one write of ours, any number of lines
	Received             // Data: one line of the peer's, without its newline
	Mark                 // Note: something that happened to the connection itself
)

var kindNames = [...]string{"sent", "received", "mark"}

func (k Kind) String() string { return kindNames[k] }

// A Record is one thing that a connection saw.
type Record struct {
	// At is the time since the connection began. Negative: there is no time.
	At   time.Duration
	Kind Kind
	Data []byte
	Note string
}

// Untimed is the At of a record that was computed rather than observed.
const Untimed time.Duration = -1
