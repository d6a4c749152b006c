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
// Stdout belongs to the protocol. Stdio moves it out of the reach of stray
// prints; diagnostics go to stderr, or to the slog.Logger of WithLogger.
package server
