// Package fuzz holds the native fuzz targets, with their corpora under
// testdata/fuzz. They are not about panics alone: each target checks what must
// hold for every input.
//
//	FuzzLines          the line reader and the frame parser, against encoding/json
//	                   and a reader without limits, however the bytes are split
//	FuzzServerSession  bytes as moves of a session, held against the model
//	FuzzServer         bytes as a client's half of a connection, through the real
//	                   server: it ends, in time, and every line that it writes is one
//	                   message that somebody asked for
//
// make fuzz runs every target for FUZZTIME each.
package fuzz
