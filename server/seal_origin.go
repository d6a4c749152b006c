package server

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// errArgumentsGone cannot happen while a call that leaves its line keeps what
// was lent to it.
var errArgumentsGone = errors.New("server: the arguments of the request are gone")

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
		args, ok := r.call.Lent()
		if !ok {
			return nil, errArgumentsGone
		}
		p.Name, p.Arguments = r.tool.def.Name, args
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
