// Package server serves the Model Context Protocol over stdio, or over any
// pair of byte streams, in both eras on one connection: 2026-07-28, where each
// request carries its own envelope, and the handshake revisions from 2024-11-05
// to 2025-11-25.
//
//	s := server.New(protocol.Implementation{Name: "clock", Version: "1.0.0"})
//	server.AddTool(s, protocol.Tool{Name: "now", Description: "The time in a zone"},
//		func(ctx context.Context, req *server.Request, in struct {
//			Zone string `json:"zone"`
//		}) (string, error) {
//			loc, err := time.LoadLocation(in.Zone)
//			if err != nil {
//				return "", err // becomes a result with isError, for the model to read
//			}
//			return time.Now().In(loc).Format(time.RFC3339), nil
//		})
//	err := s.Serve(context.Background(), server.Stdio()) // nil when the client has gone
//
// A handler is written once for both eras: the server shapes its result for
// the era of the request. The context of a handler ends when its request is
// cancelled; what it says after that is discarded.
//
// # Asking the client
//
// A handler that needs the user, the client's model or its roots returns what it
// needs as its error, and is called again with the answers:
//
//	return "", req.Need(server.AskForm("pick", "Which color?", schema))
//
// A modern client is answered with input_required and sends the request again; a
// legacy client is asked while its request waits. See Request.Need.
//
// # Beyond the features
//
// HandleMethod and HandleNotification serve what the protocol does not have,
// WithMiddleware wraps every handler, WithHandshake looks at every initialize.
// Startup runs slow start-up code beside reading, so that a client which probes
// is answered at once. Changes of tools, resources and prompts announce
// themselves; Events plugs in a source of others, and WithListen gives each
// subscription a handler of its own.
//
// # Limits
//
// Every limit is an option. The defaults: a line of 4 MiB (WithMaxLineBytes),
// nesting of 1,000, 65,536 requests in flight (WithMaxInFlight), 16 MiB of queued
// output (WithMaxQueued), which may stand still for 30 s (WithWriteStall), 100
// subscriptions (WithMaxSubscriptions) with 256 distinct unsent events each
// (WithMaxBufferedEvents), 1 s for the drain at the end (WithDrainTimeout), 5
// minutes for an answer of a legacy client (WithAskTimeout), 10 minutes for a
// requestState (WithStateExpiry), 10,000 resources that a legacy client may
// watch, and 1,024 notifications or 1 MiB of them that wait for their handlers.
//
// # Memory
//
// Whatever a client sends, one connection needs no more than the sum of:
//
//   - reading: one line at a time, and what the 64 KiB buffer holds; a line over
//     the limit is skipped and never held. While a handler still looks at its
//     line, the next reader has a buffer of its own.
//   - requests in flight: a record of under 2 KiB each, the goroutine of a handler
//     that waits, the arguments or params of its line, decoded or copied, and
//     what the handler itself holds. Their number is bounded, and so is each
//     line: use WithMaxInFlight and WithMaxLineBytes to lower the product.
//   - output: WithMaxQueued, and beyond it the one frame that each handler waits
//     to send. Refusals are part of it: reading stops while the queue is full.
//     Batches of 2025-03-26 that are not complete: as many bytes, and a record of
//     200 bytes for each answer in them.
//   - subscriptions: their filters, one line at most, and their unsent events.
//
// A cancelled request is forgotten when its handler returns, a refused one with
// its answer. When the connection has ended nothing of it is left: no goroutine
// but those of handlers that ignore their context, and no descriptor that it
// opened.
//
// # Ends
//
// A connection ends with its input, with the context of Serve, with Conn.Close,
// or when its output is gone. What was read by then is answered, or cancelled
// when the drain takes too long; it is never waited for longer than that. A read
// that is blocked in the transport ends with the transport.
//
// Stdout belongs to the protocol. Stdio moves it out of the reach of stray
// prints; diagnostics go to stderr, or to the slog.Logger of WithLogger.
//
// "Rules", "decisions" and ids such as S-CANCEL-1 are clauses: each has a line
// in spec-notes/clauses.md or traceability.md.
package server
