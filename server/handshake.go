package server

import (
	"runtime/debug"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// WithHandshake has f look at every well-formed initialize before it is
// answered. An error refuses it: a *protocol.Error as it is, any other as
// -32603 with its text in the log only. A refused handshake commits to nothing,
// and the client may try again (rules C2).
//
// f runs on the goroutine that reads: it must not wait for anything. On a
// connection where initialize is refused anyway its error has no effect. There
// is nothing like it on modern, where no request opens a connection.
func WithHandshake(f func(client protocol.InitializeParams) error) Option {
	return func(c *config) { c.handshake = f }
}

// newestLegacy is the version that an unknown one is answered with, "" where no
// handshake is served.
func (s *Server) newestLegacy() string {
	if len(s.cfg.legacy) == 0 {
		return ""
	}
	return s.cfg.legacy[0]
}

// admit is what the classifier asks about an initialize. A server of the modern
// era only says what it speaks (S-ERA-5).
func (s *Server) admit(hello *protocol.InitializeParams) (refused *wire.Refusal) {
	if len(s.cfg.legacy) == 0 {
		return protocol.UnsupportedVersion(s.cfg.modern, hello.ProtocolVersion)
	}
	defer func() {
		if p := recover(); p != nil {
			s.cfg.logger().Error("the handshake's check panicked", "panic", p, "stack", string(debug.Stack()))
			refused = protocol.InternalError()
		}
	}()
	err := s.cfg.handshake(*hello)
	if err == nil {
		return nil
	}
	if pe, ok := s.wireError(err, protocol.Legacy); ok {
		return pe
	}
	s.cfg.logger().Error("the handshake was refused", "error", err)
	return protocol.InternalError()
}
