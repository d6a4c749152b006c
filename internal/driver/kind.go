package driver

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// A problem is an error as a line shows it.
type problem struct {
	Kind    string         `json:"kind"`
	Code    *int           `json:"code,omitzero"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data,omitzero"`
}

func describe(err error) *problem {
	p := &problem{Kind: kind(err), Message: err.Error()}
	if e, ok := errors.AsType[*protocol.Error](err); ok {
		p.Code, p.Data = &e.Code, e.Data
	}
	return p
}

// kinds are the client's errors in the words of the cases. The first that fits
// decides: an error may wrap the one that it comes from.
var kinds = []struct {
	is   error
	kind string
}{
	{client.ErrArgument, "argument"},
	{client.ErrProvider, "provider"},
	{client.ErrHandler, "handler"},
	{client.ErrRounds, "rounds_exceeded"},
	{client.ErrInputRequired, "input_required"},
	{client.ErrIncompatible, "incompatible_server"},
	{client.ErrInvalidResult, "invalid_result"},
	{client.ErrCapability, "capability"},
	{client.ErrWrongEra, "not_supported"},
	{client.ErrSubscriptionLost, "subscription_lost"},
	{client.ErrLegacyServer, "legacy_server"},
	{client.ErrTimeout, "timeout"},
	{client.ErrCancelled, "cancelled"},
	{client.ErrClosed, "closed"},
}

func kind(err error) string {
	for _, k := range kinds {
		if errors.Is(err, k.is) {
			return k.kind
		}
	}
	version, has := errors.AsType[*client.VersionError](err)
	handshake := errors.Is(err, client.ErrInitialize)
	switch {
	case has && (version.Refused || handshake):
		return "unsupported_version"
	case has:
		return "no_mutual_version"
	case handshake:
		return "initialize_failed"
	}
	e, ok := errors.AsType[*protocol.Error](err)
	switch {
	case !ok:
		return "transport"
	case e.IsModern() && e.Code == protocol.CodeMissingCapability:
		return "missing_capability"
	case e.IsModern() && e.Code == protocol.CodeHeaderMismatch:
		return "header_mismatch"
	}
	return "server"
}
