// Package protocol is the vocabulary of the Model Context Protocol: the words
// that a server and a client share, and nothing that acts on them. It knows no
// connection, no state and no I/O.
//
// Read in this order:
//
//   - versions.go: the revisions of the specification and their two eras,
//     [Legacy] (opened by initialize, up to 2025-11-25) and [Modern]
//     (2026-07-28, where every request carries its own envelope in _meta).
//   - methods.go: the method table. Who may send what in which era is data.
//   - errors.go: the error codes and [Error].
//   - meta.go: [Meta] and the _meta keys.
//   - result.go: what results have in common in both eras.
//   - one file for each family of payloads: lifecycle, tools, content,
//     resources, prompts, completion, logging, progress, cancelled,
//     subscriptions, elicitation, sampling, roots, input required.
//
// # JSON
//
// Encode with [Marshal] and decode with [Unmarshal], or pass [Options] to
// go-json-experiment/json. Encoding is exact: a required member is always
// written (an empty list as [], an empty text as ""), an optional one that is
// not set is left out, and null is never written for it. Decoding is tolerant:
// null counts as absent, a missing member leaves its field zero, and unknown
// members are ignored, except in capabilities and tools, which keep them, and
// content blocks of an unknown type, which are kept whole. Where the protocol
// asks for a verdict instead ("is this well formed?"), there is a function
// whose name begins with Parse, which returns [ErrMalformed].
//
// # One value for both eras
//
// A result value says what a handler has to say; era members are added when it
// is encoded. ResultType, ttlMs, cacheScope and the serverInfo in _meta are all
// left out of the JSON while they are zero, so a fresh value encodes as a
// legacy result. Every result of a method that modern has is an [EraResult]:
//
//	res.SetModern(serverInfo) // resultType, default cache hints, serverInfo
//	res.SetLegacy(version)    // takes all of that away, shapes tools for the version
//
// Both replace fields and never write through a shared slice or map, so calling
// them on a shallow copy leaves the original alone. An encoder in a hurry may
// leave a value unset and splice the constant modern members in front of its
// first member instead: the bytes mean the same.
//
// # Raw values
//
// Ids, progress tokens, schemas, arguments and structured content are
// [jsontext.Value]: the peer's own token, never reformatted, so that 0, "",
// 2^53+1 and escaped lone surrogates survive. A []byte of JSON text, such as
// json.Marshal returns, can be assigned. In an optional field nil means absent,
// and the value null means null.
//
// All types are plain data: safe to read from many goroutines, not safe to
// write while another reads.
package protocol
