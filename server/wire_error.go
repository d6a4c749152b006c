package server

import (
	"errors"

	"github.com/eralock/eralock/protocol"
)

// wireError finds the JSON-RPC error that a program wants its client to see, and
// false if err has none. What must not be written is the program's mistake, and
// -32603: a nil *protocol.Error, which would pass for no error at all, and data
// that is no JSON, which would break the frame (decisions A6).
func (s *Server) wireError(err error) (*protocol.Error, bool) {
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
		return pe, true
	}
	return protocol.InternalError(), true
}

// suit gives an error the code of the request's era: two of legacy are never sent
// on modern. A missing resource has another there (S-ERR-6); what is to be done
// at a URL first is asked by Request.Need (S-ERR-7).
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
	}
	return pe
}
