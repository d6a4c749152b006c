// Package fuzz holds the native fuzz targets, with their corpora under
// testdata/fuzz. They are not about panics alone: each target checks what must
// hold for every input.
//
//	FuzzLines          the line reader and the frame parser, against encoding/json
//	                   and a reader without limits, however the bytes are split
//	FuzzFrames         the same, cut anywhere and with any limit, member by member
//	FuzzServerSession  bytes as moves of a session, held against the model
//	FuzzScript         a text of client lines and moves, through reader, parser and
//	                   classifier into the same session and model
//	FuzzServer         bytes as a client's half of a connection, through the real
//	                   server: it ends, in time, and every line that it writes is one
//	                   message that somebody asked for
//
// naive_test.go is the differential oracle, made of the standard library alone;
// seeds_test.go makes seeds from typed frames, one of every class of the
// decision ladder.
//
// make fuzz runs every target for FUZZTIME each.
package fuzz
