// Package fuzz holds the native fuzz targets, with their corpora under
// testdata/fuzz. They are not about panics alone: each target checks what must
// hold for every input.
//
//	FuzzLines          the line reader and the frame parser, against encoding/json
//	                   and a reader without limits, however the bytes are split
//	FuzzFrames         the same, cut anywhere and with any limit, member by member
//	FuzzLadder         the classifier, and what the server does with one line in
//	                   each state, against the decision ladder as a table of data
//	FuzzServerSession  bytes as moves of a session, held against the model
//	FuzzScript         a text of client lines and moves, through reader, parser and
//	                   classifier into the same session and model
//	FuzzServer         bytes as a client's half of a connection, through the real
//	                   server: it ends, in time, and every line that it writes is one
//	                   message that somebody asked for
//	FuzzClientSession  bytes as moves of a client's session, held to its promises
//	                   and to the table of the negotiation
//	FuzzClient         bytes as what a server says to the real client: every call
//	                   ends in time, and what it writes obeys the protocol
//	FuzzPayloads       what decodes as params or a result comes back as it was, and
//	                   has nothing of the modern era when shaped for the legacy one
//	FuzzTrace          the trace reader and its pictures
//
// naive_test.go and facts_test.go are the differential oracle, made of the
// standard library alone; ladder_test.go is the ladder;
// seeds_test.go makes seeds from typed frames, one of every class of the
// decision ladder.
//
// make fuzz runs every target for FUZZTIME each. ossfuzz holds what a fleet needs
// to run them: make ossfuzz.
package fuzz
