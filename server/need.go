package server

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// An Input is something that a handler needs before it can go on: AskForm,
// AskPage, AskUser, AskModel, AskRoots, or KeepState. It goes into Request.Need.
type Input struct {
	key   string
	ask   question
	state *string
}

// AskForm asks the user to fill in a form. schema is the JSON Schema of a flat
// object, as jsontext.Value or as anything that encodes to it; FormSchema makes
// one of a struct. Do not ask for secrets: that is what AskPage is for
// (S-ELIC-3).
func AskForm(key, message string, schema any) Input {
	raw, ok := schema.(jsontext.Value)
	var err error
	if !ok {
		raw, err = protocol.Marshal(schema)
	}
	p := protocol.ElicitParams{Mode: protocol.ElicitForm, Message: message, RequestedSchema: raw}
	return Input{key: key, ask: elicitation{p, err}}
}

// AskPage asks the user to visit a page.
func AskPage(key, message, url string) Input {
	return AskUser(key, protocol.ElicitParams{Mode: protocol.ElicitURL, Message: message, URL: url})
}

// AskUser is AskForm or AskPage with all that the protocol has.
func AskUser(key string, p protocol.ElicitParams) Input {
	return Input{key: key, ask: elicitation{params: p}}
}

// AskModel asks for a message of the client's model. MaxTokens is required.
func AskModel(key string, p protocol.CreateMessageParams) Input {
	return Input{key: key, ask: sampling{p}}
}

// AskRoots asks for the places that the client lets the server work in.
func AskRoots(key string) Input { return Input{key: key, ask: rootsList{}} }

// KeepState gives the handler state back when it is called again: see
// Request.State. It may hold any bytes. What a handler does not keep is gone:
// a modern server remembers nothing (decisions E13).
//
// On modern the state travels through the client. It is sealed: a client can
// neither read it nor change it, nor use it with another tool, prompt or
// resource, with other arguments, or after WithStateExpiry; see also
// WithStateKey. The same state can come back more than once, though: what must
// happen once is for the handler to enforce (S-MRTR-12).
func KeepState(state string) Input { return Input{state: &state} }

// Need is how a handler asks the client for something: it returns Need as its
// error, and is called again once the answers are there, from the beginning.
//
//	var in struct{ Color string `json:"color"` }
//	if !req.Accepted("pick", &in) {
//		return "", req.Need(server.AskForm("pick", "Which color?", schema))
//	}
//	return "painted it " + in.Color, nil
//
// Keys tell the answers apart; each is used once. The answers of the last round
// only are there: what an earlier one brought goes into KeepState.
//
// On modern the request is answered with input_required, and the client may
// never come back (S-MRTR-13). On legacy the server sends the requests, waits,
// and calls the handler again, at most 8 times; see also WithAskTimeout.
//
// What the client did not declare fails the request: -32021 on modern, -32603 on
// legacy. Only tools, prompts and resources can need anything, and at least one
// Input; otherwise the answer is -32603 (S-MRTR-3, S-MRTR-6).
func (r *Request) Need(inputs ...Input) error { return &need{inputs: inputs} }

// need is the error that Need returns.
type need struct{ inputs []Input }

func (n *need) Error() string { return "the client has to be asked first" }

// state is what the handler wants back.
func (n *need) state() (state *string) {
	for _, in := range n.inputs {
		if in.state != nil {
			state = in.state
		}
	}
	return state
}

// Need's mistakes are the program's: they are logged, and -32603 on the wire.
var (
	errNeedNothing  = errors.New("server: Need asks for nothing: it needs at least one Input")
	errNeedNowhere  = errors.New("server: only tools, prompts and resources can need input")
	errNeedTooOften = errors.New("server: the handler needed more input again and again")
)

// questions checks what n asks and shapes it for the request's version.
func (n *need) questions(r *Request) ([]asked, error) {
	var all []asked
	keys := map[string]bool{}
	for _, in := range n.inputs {
		if in.ask == nil {
			continue
		}
		if keys[in.key] {
			return nil, fmt.Errorf("server: Need has two inputs under the key %q", in.key)
		}
		keys[in.key] = true
		params, err := in.ask.shape(r.revision())
		if err != nil {
			return nil, fmt.Errorf("server: Need %q: %w", in.key, err)
		}
		all = append(all, asked{in.key, in.ask.method(), params})
	}
	if len(all) == 0 && n.state() == nil {
		return nil, errNeedNothing
	}
	return all, nil
}

// requires lists the capabilities that n needs of the client.
func (n *need) requires(v revision) (all []protocol.Capability) {
	for _, in := range n.inputs {
		if in.ask != nil {
			all = append(all, in.ask.requires(v)...)
		}
	}
	return all
}

// asked is a question as it goes out.
type asked struct {
	key, method string
	params      jsontext.Value
}
