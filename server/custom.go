package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// Eras says in which eras a custom method is served.
type Eras = wire.Eras

// The eras of a custom method. In the other era it is an unknown method.
const (
	InLegacy = wire.InLegacy
	InModern = wire.InModern
	InBoth   = wire.InLegacy | wire.InModern
)

// HandleMethod serves a request method that the protocol does not have, such as
// "com.example/fire". A method of the same name is replaced. Declare what it
// belongs to with WithExtension or WithExperimental, so that clients know.
//
// params are decoded into In; jsontext.Value takes them raw, nil if there are
// none. Params that do not decode are -32602. The Out must encode as a JSON
// object, or be nil for an empty one; resultType and serverInfo are added on
// modern. An error is -32603 with its text in the log only, a *protocol.Error,
// wrapped or not, that error.
//
// HandleMethod panics for a method that the server answers itself.
func HandleMethod[In, Out any](s *Server, name string, eras Eras, h func(ctx context.Context, req *Request, params In) (Out, error)) {
	switch {
	case name == "" || strings.HasPrefix(name, "notifications/") || strings.HasPrefix(name, "rpc."):
		panic(fmt.Sprintf("server: HandleMethod %q: not the name of a request method", name))
	case builtinMethod(name):
		panic(fmt.Sprintf("server: HandleMethod %q: the server answers this method itself", name))
	case eras == 0 || eras&^InBoth != 0:
		panic(fmt.Sprintf("server: HandleMethod %q: eras must be InLegacy, InModern or InBoth", name))
	}
	s.addMethod(name, method{eras: eras, route: &serve.Route{}, run: func(_ *app, ctx context.Context, r *Request) (any, error) {
		in, err := decodeParams[In](r.Params())
		if err != nil {
			return nil, invalidParams(err)
		}
		out, err := h(ctx, r, in)
		if err != nil {
			return nil, err
		}
		res, err := asResult(out)
		if err != nil {
			return nil, &mistake{fmt.Errorf("the result of %s: %w", name, err)}
		}
		return res, nil
	}})
}

// decodeParams decodes raw params, nil if there are none.
func decodeParams[In any](raw jsontext.Value) (in In, err error) {
	if p, ok := any(&in).(*jsontext.Value); ok {
		*p = raw
		return in, nil
	}
	if len(raw) == 0 {
		return in, nil
	}
	if err := protocol.Decode(raw, &in); err != nil {
		return in, misfit("params", raw, err)
	}
	return in, nil
}

// invalidParams blames the client, unless it is a mistake.
func invalidParams(err error) error {
	if _, wrong := errors.AsType[*mistake](err); wrong {
		return err
	}
	return protocol.InvalidParams("%v", err)
}

// addMethod brings in a custom method. What is declared is computed from a
// copy, so that a declaration never sees the map change.
func (s *Server) addMethod(name string, m method) {
	s.access.Lock()
	customs := make(map[string]method, len(s.customs)+1)
	for k, v := range s.customs {
		customs[k] = v
	}
	customs[name] = m
	s.customs = customs
	s.access.Unlock()
	s.redeclare()
}

func (s *Server) customMethods() map[string]method {
	s.access.RLock()
	defer s.access.RUnlock()
	return s.customs
}

// builtinMethod reports whether name is a method that this package answers, or
// refuses in the era that does not have it.
func builtinMethod(name string) bool {
	switch name {
	case protocol.MethodInitialize, protocol.MethodDiscover, protocol.MethodPing, protocol.MethodListen, protocol.MethodToolsCall:
		return true
	}
	for i := range builtin {
		if builtin[i].name == name {
			return true
		}
	}
	return false
}

// customResult is the result of a custom method, with the members that the
// modern era adds.
type customResult struct {
	protocol.Result
	Members jsontext.Value `json:",embed"`
}

// asResult makes a result of what a custom method returned: an EraResult as it
// is, otherwise what encodes as an object.
func asResult(v any) (protocol.EraResult, error) {
	if res, ok := v.(protocol.EraResult); ok {
		if p := reflect.ValueOf(v); p.Kind() != reflect.Pointer || !p.IsNil() {
			return res, nil
		}
	}
	raw, err := protocol.Marshal(v)
	if err != nil {
		return nil, err
	}
	switch jsontext.Value(raw).Kind() {
	case 'n':
		return &protocol.Result{}, nil
	case '{':
	default:
		return nil, fmt.Errorf("a result must be a JSON object, not %s", jsontext.Value(raw).Kind())
	}
	res := &customResult{}
	if err := protocol.Unmarshal(raw, res); err != nil {
		return nil, err
	}
	return res, nil
}
