package server

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

type sampling struct{ params protocol.CreateMessageParams }

func (sampling) method() string { return protocol.MethodCreateMessage }

func (s sampling) requires(v revision) []protocol.Capability {
	caps := []protocol.Capability{protocol.CapSampling}
	if s.usesTools() {
		caps = append(caps, protocol.CapSamplingTools) // S-SAMP-1
	}
	if c := s.params.IncludeContext; c != "" && c != "none" && !v.before(protocol.Version20251125) {
		caps = append(caps, protocol.CapSamplingContext) // S-SAMP-2
	}
	return caps
}

func (s sampling) usesTools() bool {
	if len(s.params.Tools) > 0 || s.params.ToolChoice != nil {
		return true
	}
	for _, m := range s.params.Messages {
		for _, b := range m.Content {
			if b.Type == protocol.TypeToolUse || b.Type == protocol.TypeToolResult {
				return true
			}
		}
	}
	return false
}

func (s sampling) shape(v revision) (jsontext.Value, error) {
	if len(s.params.Messages) == 0 || s.params.MaxTokens <= 0 {
		return nil, errors.New("sampling needs messages, and MaxTokens above 0")
	}
	if err := checkToolTurns(s.params.Messages); err != nil {
		return nil, err
	}
	for _, m := range s.params.Messages {
		if len(m.Content) != 1 && v.before(protocol.Version20251125) {
			return nil, errNotYet // one block a message
		}
	}
	if s.usesTools() && v.before(protocol.Version20251125) {
		return nil, errNotYet
	}
	p := s.params
	p.Tools = slices.Clone(p.Tools)
	for i, t := range p.Tools {
		p.Tools[i] = t.ForVersion(v.version)
	}
	return protocol.Marshal(p)
}

// checkToolTurns checks that every use of a tool is answered by the next
// message, and that results stand alone in it (S-SAMP-3).
func checkToolTurns(messages []protocol.SamplingMessage) error {
	open := map[string]bool{} // uses that the message before left unanswered
	for i, m := range messages {
		uses := map[string]bool{}
		results := 0
		for _, b := range m.Content {
			switch {
			case b.Type == protocol.TypeToolUse && b.ToolUse != nil:
				uses[b.ToolUse.ID] = true
			case b.Type == protocol.TypeToolResult && b.ToolResult != nil:
				if results++; !open[b.ToolResult.ToolUseID] {
					return fmt.Errorf("message %d: a tool result for %q, which no tool use before it has", i, b.ToolResult.ToolUseID)
				}
				delete(open, b.ToolResult.ToolUseID)
			}
		}
		switch {
		case len(open) > 0:
			return fmt.Errorf("message %d: it must answer every tool use of the message before it", i)
		case results > 0 && (results < len(m.Content) || m.Role != protocol.RoleUser):
			return fmt.Errorf("message %d: tool results stand alone in a user message", i)
		}
		open = uses
	}
	if len(open) > 0 {
		return errors.New("the last message leaves a tool use without a result")
	}
	return nil
}
