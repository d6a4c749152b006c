package server

import (
	"errors"

	"github.com/eralock/eralock/protocol"
)

// wireError finds the JSON-RPC error that a program wants its client to see, as the
// era has it, and false if err has none. What must not be written is the program's mistake, and
// -32603: a nil *protocol.Error, which would pass for no error at all, and data
// that is no JSON, which would break the frame (decisions A6).
func (s *Server) wireError(err error, era protocol.Era) (*protocol.Error, bool) {
	pe, ok := errors.AsType[*protocol.Error](err)
	if !ok {
		return nil, false
	}
	switch {
	case pe == nil:
		s.cfg.logger().Error("a handler's error is a nil *protocol.Error")
	case pe.Data != nil && !pe.Data.IsValid():
		s.cfg.logger().Error("the data of a handler's error is no JSON", "error", pe, "data", string(pe.Data))
	default:
		return s.suit(pe, era), true
	}
	return protocol.InternalError(), true
}

// suit gives an error the code of the request's era. On modern a missing resource
// has another than on legacy (S-ERR-6), and what is to be done at a URL first is
// asked by Request.Need, not by an error (S-ERR-7). Of the codes that modern keeps
// for itself a handler has a use for one (S-ERR-4, S-ERR-5).
func (s *Server) suit(pe *protocol.Error, era protocol.Era) *protocol.Error {
	switch {
	case era == protocol.Legacy:
	case pe.Code == protocol.CodeResourceNotFound:
		own := *pe // the handler's may be shared
		own.Code = protocol.CodeInvalidParams
		return &own
	case pe.Code == protocol.CodeURLElicitationRequired:
		s.cfg.logger().Error("a handler's error is of legacy alone; return Request.Need, which serves both eras", "error", pe)
		return protocol.InternalError()
	case reserved(pe.Code) && !namesCapabilities(pe):
		s.cfg.logger().Error("the code of a handler's error is the protocol's own; take one outside of -32768 to -32000", "error", pe)
		return protocol.InternalError()
	}
	return pe
}

// reserved reports whether modern keeps a code for what it defines itself.
func reserved(code int) bool { return -32099 <= code && code <= -32020 }

// namesCapabilities reports whether pe says which capabilities the client lacks, as
// its code has it.
func namesCapabilities(pe *protocol.Error) bool {
	required, _ := protocol.Meta(pe.Data).Get("requiredCapabilities")
	return pe.Code == protocol.CodeMissingCapability && required.Kind() == '{'
}
