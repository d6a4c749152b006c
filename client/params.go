package client

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// readParams decodes the params of a server's question. What does not decode is
// told by its place, in no words of a library: the server need not be written in
// Go, and a message is short, whatever came (S-RESP-9).
func readParams(raw []byte, into any) error {
	if !isObject(raw) {
		return refusal{protocol.InvalidParams("params must be an object")}
	}
	if err := protocol.Decode(raw, into); err != nil {
		return refusal{protocol.InvalidParams("params do not decode at %.200q", place(err))}
	}
	return nil
}

// place is the JSON pointer to what did not decode. A content block, which
// decodes itself, tells it from where the block stands.
func place(err error) (at jsontext.Pointer) {
	for {
		e, ok := errors.AsType[*json.SemanticError](err)
		if !ok {
			return at
		}
		at += e.JSONPointer
		err = e.Err
	}
}
