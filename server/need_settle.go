package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

const (
	// maxRounds bounds how often a legacy client is asked for one request.
	maxRounds = 8
	// A handler that keeps a state and asks nothing wants to be called later.
	firstPause, longestPause = 50 * time.Millisecond, 250 * time.Millisecond
)

// asNeed finds a Need among the reasons of a handler's error.
func asNeed(err error) (*need, bool) {
	if err == nil {
		return nil, false
	}
	return errors.AsType[*need](err)
}

// answerNeed answers a request whose handler needs input: on modern the client
// is told, on legacy it is asked, and the handler runs again.
func (a *app) answerNeed(r *Request, b []byte, n *need) ([]byte, *protocol.Error) {
	switch r.call.Method {
	case protocol.MethodToolsCall, protocol.MethodPromptsGet, protocol.MethodResourcesRead:
	default:
		return b, a.mapped(r, errNeedNowhere)
	}
	modern := r.Era() == protocol.Modern
	if !modern && a.srv.cfg.noLegacyNeed {
		return b, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required: this server asks clients of 2026-07-28 only"}
	}
	if err := r.Require(n.requires(r.revision())...); err != nil {
		return b, a.mapped(r, err)
	}
	questions, err := n.questions(r)
	switch {
	case errors.Is(err, errNotYet):
		return b, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required that the client cannot give: " + err.Error()}
	case err != nil:
		return b, a.mapped(r, err)
	case modern:
		return a.appendInputRequired(r, b, questions, n.state())
	}
	if err := a.fetch(r, questions, n.state()); err != nil {
		return a.answerUnasked(r, b, err)
	}
	return a.answer(r, b)
}

// appendInputRequired tells a modern client what is needed. It carries no cache
// hints (S-MRTR-18).
func (a *app) appendInputRequired(r *Request, b []byte, questions []asked, state *string) ([]byte, *protocol.Error) {
	var res protocol.InputRequiredResult
	for _, q := range questions {
		if res.InputRequests == nil {
			res.InputRequests = map[string]protocol.InputRequest{}
		}
		res.InputRequests[q.key] = protocol.InputRequest{Method: q.method, Params: q.params}
	}
	if state != nil {
		token := *state
		if !a.srv.cfg.plainState {
			origin, err := r.origin()
			if err != nil {
				return b, a.mapped(r, err)
			}
			token = a.srv.sealer().seal(token, origin)
		} else if strings.ToValidUTF8(token, "") != token {
			return b, a.mapped(r, errors.New("server: KeepState needs UTF-8 text where states are not sealed"))
		}
		res.RequestState = &token
	}
	res.SetModern(a.srv.serverInfo())
	raw, err := protocol.Marshal(&res)
	if err != nil {
		return b, a.mapped(r, fmt.Errorf("encoding what is needed: %w", err))
	}
	return wire.AppendResult(b, r.call.ID, raw), nil
}

// fetch asks a legacy client, all questions at once, and keeps the answers for
// the next run of the handler.
func (a *app) fetch(r *Request, questions []asked, state *string) error {
	got := &carried{state: state, answers: map[string]jsontext.Value{}, rounds: 1}
	if r.carried != nil {
		got.rounds = r.carried.rounds + 1
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
	r.mu.Lock()
	r.carried = got
	r.mu.Unlock()
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
func (a *app) answerUnasked(r *Request, b []byte, err error) ([]byte, *protocol.Error) {
	var refused *ClientError
	switch {
	case errors.Is(err, ErrAskLost):
		return b, protocol.ConnectionClosed(protocol.Legacy)
	case errors.Is(err, context.Canceled):
		return b, protocol.InternalError() // nobody reads it
	case errors.Is(err, ErrCannotAsk):
		return b, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required, but the client cannot be asked now"}
	case errors.As(err, &refused), errors.Is(err, ErrAskTimeout):
	default:
		return b, a.mapped(r, err)
	}
	if r.tool != nil {
		return a.appendOutcome(r, b, outcome{}, err)
	}
	return b, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required: " + err.Error()}
}
