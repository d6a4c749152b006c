package server

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/go-json-experiment/json/jsontext"
)

// origin is what a requestState is bound to: the method, what it names, and its
// arguments by value, so that a client which writes them differently the second
// time is still the same. _meta and the answers change from round to round and
// are left out.
func (r *Request) origin() ([]byte, error) {
	var p struct {
		Name      string         `json:"name"`
		URI       string         `json:"uri"`
		Arguments jsontext.Value `json:"arguments"`
	}
	if r.tool != nil {
		p.Name, p.Arguments = r.tool.def.Name, r.rawArguments()
	} else if err := r.decode(&p); err != nil {
		return nil, err
	}
	if p.Arguments == nil || p.Arguments.Kind() == 'n' {
		p.Arguments = jsontext.Value("{}")
	}
	args, err := digestJSON(p.Arguments)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, part := range [...][]byte{[]byte(r.call.Method), []byte(p.Name), []byte(p.URI), args} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	return h.Sum(nil), nil
}
