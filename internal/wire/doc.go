// Package wire knows bytes and configuration, and nothing of a connection's
// state:
//
//	bytes -> Reader -> Line -> Parser -> Frame -> Classify -> model.Class
//
// and, the other way, encoders that append one frame to a buffer.
//
// Read in this order: lines.go (a bounded line), frame.go and parse.go (what
// one walk over the line finds), id.go (when two ids are one), classify.go with
// refusal.go (the rows of the decision ladder, and what is answered),
// encode.go. A client reads with the same Reader and Parser and asks
// ClassifyInbound and ReadProbe instead.
//
// # Ownership
//
// A Frame is offsets into its line: it is as valid as the line, which is the
// Reader's until the next call of Next. Whoever keeps a Frame longer calls
// Reader.Detach (the buffer stays with the frame) or Frame.Own (the line is
// copied). Reader and Parser belong to one goroutine at a time; a Config is
// shared and never written.
//
// # Cost
//
// Reading, parsing and classifying an ordinary request, and every encoder,
// allocate nothing. What may allocate: refusals, an initialize, a listen, an
// escaped method or tool name, objects of more than 64 members, and lines with
// duplicate names.
package wire
