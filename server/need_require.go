package server

import (
	"slices"
	"strings"

	"github.com/eralock/eralock/protocol"
)

// Require checks that the client declared what a handler is going to need. The
// error, to be returned as the handler's, lists everything that is missing:
// -32021 on modern, -32603 on legacy.
func (r *Request) Require(needs ...protocol.Capability) error {
	caps := r.ClientCapabilities()
	missing := slices.DeleteFunc(slices.Clone(needs), func(c protocol.Capability) bool { return caps.Has(c) })
	if len(missing) == 0 {
		return nil
	}
	if r.Era() == protocol.Modern {
		return protocol.MissingCapability(missing...)
	}
	names := make([]string, len(missing))
	for i, c := range missing {
		names[i] = string(c)
	}
	return &protocol.Error{
		Code:    protocol.CodeInternalError,
		Message: "The client did not declare a capability that this needs: " + strings.Join(names, ", "),
	}
}
