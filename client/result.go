package client

import (
	"fmt"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// checkResult looks at what all modern results have in common (decisions K10
// and K17). again: the result asks for input.
func (c *Client) checkResult(r *record, a *answer) (again bool, err error) {
	var all protocol.Result
	usual := false
	if r.modern == protocol.MethodToolsCall {
		if a.tool, usual = quickToolResult(a.raw); usual {
			all = a.tool.Result
		} else {
			a.tool = nil
		}
	}
	if r.lane != machine.ModernLane {
		return false, nil
	}
	if !usual {
		all, usual = quickHead(a.raw)
	}
	if !usual {
		if all, err = slowHead(a.raw); err != nil {
			return false, err
		}
	}
	if all.Meta != nil {
		c.mu.Lock()
		c.facts.introduced(all.Meta)
		c.mu.Unlock()
	}
	switch all.ResultType {
	case "", protocol.ResultComplete:
		return false, nil
	case protocol.ResultInputRequired:
		if m, known := protocol.MethodByName(r.modern); known && !m.AsksInput {
			return false, fmt.Errorf("%w: this method has no resultType %q", ErrInvalidResult, all.ResultType)
		}
		return true, nil
	}
	return false, fmt.Errorf("%w: unknown resultType %q", ErrInvalidResult, all.ResultType)
}

// slowHead is quickHead for any result. A _meta that is none does no harm.
func slowHead(result []byte) (protocol.Result, error) {
	var all protocol.Result
	if err := protocol.Decode(result, &all); err != nil {
		if all.ResultType, err = protocol.ParseResultType(result); err != nil {
			return all, fmt.Errorf("%w: %w", ErrInvalidResult, err)
		}
	}
	return all, nil
}
