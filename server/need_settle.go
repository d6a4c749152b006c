package server

import (
	"errors"
	"fmt"
	"strings"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
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
func (a *app) answerNeed(r *Request, n *need) ([]byte, *protocol.Error) {
	switch r.call.Method {
	case protocol.MethodToolsCall, protocol.MethodPromptsGet, protocol.MethodResourcesRead:
	default:
		return nil, a.mapped(r, errNeedNowhere)
	}
	modern := r.Era() == protocol.Modern
	if !modern && a.srv.cfg.noLegacyNeed {
		return nil, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required: this server asks clients of 2026-07-28 only"}
	}
	if err := r.Require(n.requires(r.revision())...); err != nil {
		return nil, a.mapped(r, err)
	}
	questions, err := n.questions(r)
	switch {
	case errors.Is(err, errNotYet):
		return nil, &protocol.Error{Code: protocol.CodeInternalError, Message: "Input required that the client cannot give: " + err.Error()}
	case err != nil:
		return nil, a.mapped(r, err)
	case modern:
		return a.appendInputRequired(r, questions, n.state())
	}
	if err := a.fetch(r, questions, n.state()); err != nil {
		return a.answerUnasked(r, err)
	}
	return a.answer(r)
}

// appendInputRequired tells a modern client what is needed. It carries no cache
// hints (S-MRTR-18).
func (a *app) appendInputRequired(r *Request, questions []asked, state *string) ([]byte, *protocol.Error) {
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
				return nil, a.mapped(r, err)
			}
			token = a.srv.sealer().seal(token, origin)
		} else if strings.ToValidUTF8(token, "") != token {
			return nil, a.mapped(r, errors.New("server: KeepState needs UTF-8 text where states are not sealed"))
		}
		res.RequestState = &token
	}
	res.SetModern(a.srv.serverInfo())
	raw, err := protocol.Marshal(&res)
	if err != nil {
		return nil, a.mapped(r, fmt.Errorf("encoding what is needed: %w", err))
	}
	return wire.AppendResult(r.room(), r.call.ID, raw), nil
}
