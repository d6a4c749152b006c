package client

import (
	"context"
	"errors"
	"fmt"

	"github.com/eralock/eralock/protocol"
)

// A refusal says that the client does not do what the server asks for: it did
// not declare that, or the question makes no sense.
type refusal struct{ told *protocol.Error }

func (r refusal) Error() string { return r.told.Error() }
func (r refusal) Unwrap() error { return r.told }

// fulfil has the host answer one question of the server. The error is a
// refusal, or wraps ErrHandler.
func (h handlers) fulfil(ctx context.Context, method string, params []byte) (result []byte, err error) {
	if !h.answers(method) {
		return nil, refusal{protocol.MethodNotFound(method)} // C-LROOTS-2
	}
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("%s: %w: it panicked: %v", method, ErrHandler, p)
		}
	}()
	var answer any
	switch method {
	case protocol.MethodRootsList:
		answer, err = h.listRoots(ctx)
	case protocol.MethodCreateMessage:
		answer, err = h.createMessage(ctx, params)
	case protocol.MethodElicit:
		answer, err = h.ask(ctx, params)
	}
	var no refusal
	if errors.As(err, &no) {
		return nil, no
	}
	if err == nil {
		result, err = protocol.Marshal(answer)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", method, ErrHandler, err)
	}
	return result, nil
}

func (h handlers) listRoots(ctx context.Context) (any, error) {
	roots, err := h.roots(ctx)
	return &protocol.ListRootsResult{Roots: roots}, err
}

// createMessage refuses tools: they were not declared (decisions K20).
func (h handlers) createMessage(ctx context.Context, raw []byte) (any, error) {
	var params protocol.CreateMessageParams
	if err := readParams(raw, &params); err != nil {
		return nil, err
	}
	if len(params.Tools) > 0 || params.ToolChoice != nil {
		return nil, refusal{protocol.InvalidParams("tools in sampling/createMessage were not declared")}
	}
	result, err := h.sample(ctx, &params)
	return missing(result, err)
}

// ask refuses a mode that was not declared (C-LELIC-2).
func (h handlers) ask(ctx context.Context, raw []byte) (any, error) {
	var params protocol.ElicitParams
	if err := readParams(raw, &params); err != nil {
		return nil, err
	}
	switch params.Mode {
	case protocol.ElicitForm, protocol.ElicitURL:
	case "":
		params.Mode = protocol.ElicitForm // C-ELIC-2
	default:
		return nil, refusal{protocol.InvalidParams("mode %.40q of elicitation/create was not declared", params.Mode)}
	}
	result, err := h.elicit(ctx, &params)
	return missing(result, err)
}

func missing[T any](result *T, err error) (any, error) {
	if err == nil && result == nil {
		return nil, errors.New("it returned neither a result nor an error")
	}
	return result, err
}
