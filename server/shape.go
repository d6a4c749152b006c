package server

import (
	"errors"
	"fmt"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// errAsks is what a result is that says it asks for input: it has nowhere to say
// what (S-RT-1).
var errAsks = errors.New(`a result cannot have resultType "input_required": a handler asks by returning Request.Need`)

// shape gives a result the members of the request's era (decisions A7 and A8).
func (a *app) shape(res protocol.EraResult, r *Request) error {
	if r.call.Lane != machine.ModernLane {
		res.SetLegacy(r.version)
		return nil
	}
	if typed, ok := res.(interface{ Type() protocol.ResultType }); ok {
		if err := a.fitsType(typed.Type(), r); err != nil {
			return err
		}
	}
	res.SetModern(a.srv.serverInfo())
	return nil
}

// fitsType refuses the types that r's client need not know: others than the core's
// are those of an extension that both sides have declared (S-RT-3).
func (a *app) fitsType(t protocol.ResultType, r *Request) error {
	switch t {
	case "", protocol.ResultComplete:
		return nil
	case protocol.ResultInputRequired:
		return errAsks
	}
	theirs := r.ClientCapabilities().Extensions
	for id := range a.srv.cfg.extensions {
		if _, both := theirs[id]; both {
			return nil
		}
	}
	return fmt.Errorf("resultType %q is for clients that have declared its extension, and for servers with WithExtension", t)
}
