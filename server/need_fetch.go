package server

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

const (
	// maxRounds bounds how often a legacy client is asked for one request.
	maxRounds = 8
	// A handler that keeps a state and asks nothing wants to be called later.
	firstPause, longestPause = 50 * time.Millisecond, 250 * time.Millisecond
)

// fetch asks a legacy client, all questions at once, and keeps the answers for
// the next run of the handler.
func (a *app) fetch(r *Request, questions []asked, state *string) error {
	got := &carried{state: state, answers: map[string]jsontext.Value{}, rounds: 1}
	if before := r.carried.Load(); before != nil {
		got.rounds = before.rounds + 1
	}
	if got.rounds > maxRounds {
		return errNeedTooOften
	}
	ctx, cancel := a.patience(r.call)
	defer cancel()
	if len(questions) == 0 {
		pause(ctx, min(firstPause<<(got.rounds-1), longestPause))
	}
	asks := make([]*serve.Ask, len(questions))
	for i, q := range questions {
		asks[i] = r.call.Ask(q.method, q.params)
	}
	var failed error
	for i, k := range asks {
		raw, err := k.Wait(ctx)
		if err != nil && failed == nil {
			failed = err
			cancel() // the others are not needed any more
		}
		got.answers[questions[i].key] = raw
	}
	if failed != nil {
		return failed
	}
	r.carried.Store(got)
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done(): // the handler finds out by itself
	}
}

// answerUnasked answers a legacy request whose client could not be asked. What
// the client or its user said, or did not say in time, a tool tells the model.
func (a *app) answerUnasked(r *Request, err error) ([]byte, *protocol.Error) {
	var refused *ClientError
	switch {
	case errors.Is(err, ErrAskLost):
		return nil, protocol.ConnectionClosed(protocol.Legacy)
	case errors.Is(err, context.Canceled):
		return nil, protocol.InternalError() // nobody reads it
	case errors.Is(err, ErrCannotAsk):
		return nil, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required, but the client cannot be asked now"}
	case errors.As(err, &refused), errors.Is(err, ErrAskTimeout):
	default:
		return nil, a.mapped(r, err)
	}
	if r.tool != nil {
		return a.appendOutcome(r, outcome{}, err)
	}
	return nil, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required: " + err.Error()}
}
