package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/eralock/eralock/protocol"
)

const (
	firstBackOff = 50 * time.Millisecond
	lastBackOff  = 250 * time.Millisecond
)

// rounds are what a call has been through with a server that asks for input.
// Only the last round's answers and state go out again (decisions K16).
type rounds struct {
	n       int
	answers []byte // inputResponses, an object, or nil
	state   []byte // requestState, the server's own token, or nil
	backOff time.Duration
}

// params are body with what the last round came to (C-MRTR-3, C-MRTR-5).
func (r *rounds) params(body []byte) []byte {
	b := append([]byte{'{'}, members(body)...)
	if r.answers != nil {
		b = append(append(comma(b), `"inputResponses":`...), r.answers...)
	}
	if r.state != nil {
		b = append(append(comma(b), `"requestState":`...), r.state...)
	}
	return append(b, '}')
}

// nextRound does what an input_required result asks for. The error is the
// call's end.
func (c *Client) nextRound(ctx context.Context, r *rounds, method string, result []byte) error {
	if r.n >= c.cfg.maxRounds {
		return fmt.Errorf("%s: %w (%d)", method, ErrRounds, r.n)
	}
	r.n++
	questions, state, err := readQuestions(result)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	r.answers, r.state = nil, state
	if len(questions) == 0 { // decisions K9
		r.backOff = min(max(2*r.backOff, firstBackOff), lastBackOff)
		return c.pause(ctx, method, r.backOff)
	}
	r.backOff = 0
	if r.answers, err = c.answerAll(ctx, method, questions); err != nil {
		return err
	}
	return nil
}

func (c *Client) pause(ctx context.Context, method string, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return cancelled(ctx, &record{name: method})
	case <-c.closing:
		return fmt.Errorf("%s: %w", method, ErrClosed)
	}
}

// answerAll has the host answer all questions, side by side. The first that
// cannot be answered ends the others.
func (c *Client) answerAll(ctx context.Context, method string, questions []question) ([]byte, error) {
	c.mu.Lock()
	h := c.handlers
	c.mu.Unlock()
	for _, q := range questions {
		if !h.answers(q.method) {
			return nil, fmt.Errorf("%s: %w for %s, and this client has no handler for it", method, ErrInputRequired, q.method)
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type answer struct {
		i      int
		result []byte
		err    error
	}
	done := make(chan answer, len(questions)) // a handler that comes too late blocks nobody
	for i, q := range questions {
		go func() {
			result, err := h.fulfil(ctx, q.method, q.params)
			done <- answer{i, result, err}
		}()
	}
	results := make([][]byte, len(questions))
	for range questions {
		select {
		case a := <-done:
			if a.err != nil {
				return nil, c.unanswered(ctx, method, a.err)
			}
			results[a.i] = a.result
		case <-ctx.Done():
			return nil, cancelled(ctx, &record{name: method})
		case <-c.closing:
			return nil, fmt.Errorf("%s: %w", method, ErrClosed)
		}
	}
	b := []byte{'{'}
	for i, q := range questions {
		b = append(append(append(comma(b), q.key...), ':'), results[i]...)
	}
	return slices.Concat(b, []byte{'}'}), nil
}

// unanswered is why a question has no answer.
func (c *Client) unanswered(ctx context.Context, method string, err error) error {
	var no refusal
	switch {
	case ctx.Err() != nil:
		return cancelled(ctx, &record{name: method})
	case errors.As(err, &no):
		return fmt.Errorf("%s: %w, and this client cannot give it: %s", method, ErrInputRequired, no.told.Message)
	}
	return fmt.Errorf("%s: %w", method, err)
}

// checkQuestion refuses what is no question at all.
func checkQuestion(q question) error {
	switch q.method {
	case protocol.MethodElicit, protocol.MethodCreateMessage, protocol.MethodRootsList:
		return nil
	}
	return fmt.Errorf("%w: %q is no question that a server may ask", ErrInvalidResult, q.method)
}
