// Package trace keeps what one connection said, in the order in which it was
// said, and shows it.
//
// A Record is one write of ours, one line of the peer's, or a mark such as the
// end of input. A Recorder collects them at the point of serialisation: a
// write is recorded before it is handed to the operating system, a line when
// it has been read, both under one lock. So an answer never stands before its
// question, and an order between two of our writes is the order on the pipe.
//
// WriteLines and ReadLines keep records as JSON lines. Columns prints them as
// an exchange in two columns: ours on the left, the peer's on the right. It
// serves a conversation that happened and a path that a search has found
// alike; the second has no times.
//
// The package knows nothing of the protocol: whoever prints may hand in a
// function that shortens a line.
package trace
