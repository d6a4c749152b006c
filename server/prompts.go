package server

import (
	"context"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

// A PromptHandler fills in a prompt. Its required arguments are there.
type PromptHandler func(ctx context.Context, req *Request, args map[string]string) (*protocol.GetPromptResult, error)

type prompt struct {
	def protocol.Prompt
	get PromptHandler
}

// AddPrompt adds a prompt under its name, or replaces it, and announces the
// change.
func (s *Server) AddPrompt(def protocol.Prompt, get PromptHandler) {
	s.prompts.add(def.Name, &prompt{def, get})
	s.redeclare()
	s.PublishPromptsChanged()
}

// RemovePrompt takes a prompt away and announces the change; it reports whether
// there was one.
func (s *Server) RemovePrompt(name string) bool {
	ok := s.prompts.remove(name)
	if ok {
		s.PublishPromptsChanged()
	}
	return ok
}

// PublishPromptsChanged announces that the list of prompts has changed.
func (s *Server) PublishPromptsChanged() { s.publish(serve.Occasion{List: serve.PromptsChanged}) }

func (a *app) listPrompts(_ context.Context, r *Request) (any, error) {
	return list(a, r, a.srv.prompts, "prompts")
}

func (a *app) getPrompt(ctx context.Context, r *Request) (any, error) {
	var p protocol.GetPromptParams
	if err := r.decode(&p); err != nil {
		return nil, err
	}
	found := a.srv.prompts.find([]byte(p.Name))
	if found == nil {
		return nil, protocol.InvalidParams("Unknown prompt: %s", brief(p.Name))
	}
	for _, arg := range found.def.Arguments {
		if _, ok := p.Arguments[arg.Name]; arg.Required && !ok {
			return nil, protocol.InvalidParams("Prompt %s: missing required argument %q", p.Name, arg.Name)
		}
	}
	res, err := found.get(ctx, r, p.Arguments)
	if err != nil {
		return nil, err
	}
	if res == nil {
		return nil, errNoPrompt
	}
	own := *res
	return &own, nil
}
