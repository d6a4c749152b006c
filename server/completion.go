package server

import (
	"context"
	"errors"

	"github.com/eralock/eralock/protocol"
)

// A CompletionHandler proposes values for an argument of a prompt or of a
// resource template. What exceeds 100 values is cut off (S-COMP-2).
type CompletionHandler func(ctx context.Context, req *Request, p *protocol.CompleteParams) (protocol.Completion, error)

var errNoPrompt = errors.New("the prompt's handler returned neither a result nor an error")

// WithCompletion serves completion/complete and declares completions.
func WithCompletion(h CompletionHandler) Option { return func(c *config) { c.complete = h } }

func (a *app) complete(ctx context.Context, r *Request) (any, error) {
	var p protocol.CompleteParams
	if err := r.decode(&p); err != nil {
		return nil, err
	}
	switch p.Ref.Type {
	case protocol.ReferencePrompt:
		if a.srv.prompts.find([]byte(p.Ref.Name)) == nil {
			return nil, protocol.InvalidParams("Unknown prompt: %s", brief(p.Ref.Name))
		}
	case protocol.ReferenceResource:
	default:
		return nil, protocol.InvalidParams("completion/complete needs params.ref, of type ref/prompt or ref/resource")
	}
	c, err := a.srv.cfg.complete(ctx, r, &p)
	if err != nil {
		return nil, err
	}
	if len(c.Values) > protocol.MaxCompletionValues {
		c.Values, c.HasMore = c.Values[:protocol.MaxCompletionValues], true
	}
	return &protocol.CompleteResult{Completion: c}, nil
}
