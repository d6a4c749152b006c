package client

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// A question is one entry of inputRequests.
type question struct {
	key    []byte // as the server wrote it: a JSON string
	method string
	params []byte
}

// readQuestions reads an input_required result. At least one of its two members
// is there (S-MRTR-6). The state stays the server's own token: nobody reads it
// (C-MRTR-4).
func readQuestions(result []byte) (questions []question, state []byte, err error) {
	var members struct {
		Requests jsontext.Value `json:"inputRequests"`
		State    jsontext.Value `json:"requestState"`
	}
	if err := protocol.Unmarshal(result, &members); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrInvalidResult, err)
	}
	if members.State != nil && members.State.Kind() != '"' {
		return nil, nil, fmt.Errorf("%w: requestState must be a string", ErrInvalidResult)
	}
	if members.Requests == nil && members.State == nil {
		return nil, nil, fmt.Errorf("%w: input_required with neither inputRequests nor requestState", ErrInvalidResult)
	}
	if members.Requests == nil {
		return nil, members.State, nil
	}
	questions, err = readRequests(members.Requests)
	if err == nil && len(questions) == 0 && members.State == nil {
		err = fmt.Errorf("%w: input_required with empty inputRequests and no requestState", ErrInvalidResult)
	}
	return questions, members.State, err
}

func readRequests(raw jsontext.Value) (questions []question, err error) {
	if raw.Kind() != '{' {
		return nil, fmt.Errorf("%w: inputRequests must be an object", ErrInvalidResult)
	}
	dec := jsontext.NewDecoder(bytes.NewReader(raw), protocol.Options())
	if _, err := dec.ReadToken(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalidResult, err)
	}
	for dec.PeekKind() == '"' {
		key, err := dec.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInvalidResult, err)
		}
		q := question{key: bytes.Clone(key)}
		value, err := dec.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInvalidResult, err)
		}
		var r protocol.InputRequest
		if value.Kind() != '{' || protocol.Unmarshal(value, &r) != nil {
			return nil, fmt.Errorf("%w: inputRequests %s must be a request, not %.40s", ErrInvalidResult, q.key, value)
		}
		q.method, q.params = r.Method, r.Params
		if err := checkQuestion(q); err != nil {
			return nil, err
		}
		questions = append(questions, q)
	}
	return questions, nil
}
