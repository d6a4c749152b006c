package protocol

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MarshalJSONTo writes the object, {} for none.
func (m Meta) MarshalJSONTo(enc *jsontext.Encoder) error {
	if m.IsZero() {
		return enc.WriteValue(jsontext.Value("{}"))
	}
	if !isObject(jsontext.Value(m)) {
		return fmt.Errorf("%w: _meta is no object", ErrMalformed)
	}
	return enc.WriteValue(jsontext.Value(m))
}

// UnmarshalJSONFrom reads an object, or null as none.
func (m *Meta) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	switch v.Kind() {
	case 'n':
		*m = nil
	case '{':
		*m = Meta(slices.Clone(v))
	default:
		return fmt.Errorf("%w: _meta is no object", ErrMalformed)
	}
	return nil
}

var (
	_ json.MarshalerTo     = Meta{}
	_ json.UnmarshalerFrom = (*Meta)(nil)
)

// A metaMember is the quoted name and the value as they stand in the text.
type metaMember struct{ name, value jsontext.Value }

func (m metaMember) key() string {
	b, _ := jsontext.AppendUnquote(nil, m.name) // a lone surrogate becomes U+FFFD
	return string(b)
}

// members yields each member, then nothing; or an error and nothing more.
func (m Meta) members() iter.Seq2[metaMember, error] {
	return func(yield func(metaMember, error) bool) {
		if m.IsZero() {
			return
		}
		dec := jsontext.NewDecoder(bytes.NewReader(m), codec)
		// token returns the next value as a piece of m rather than of the
		// decoder's buffer, which the next read overwrites.
		token := func() (jsontext.Value, error) {
			v, err := dec.ReadValue()
			end := int(dec.InputOffset())
			return jsontext.Value(m[end-len(v) : end : end]), err
		}
		if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
			yield(metaMember{}, ErrMalformed)
			return
		}
		for dec.PeekKind() != '}' {
			name, err := token()
			if err != nil {
				yield(metaMember{}, err)
				return
			}
			value, err := token()
			if !yield(metaMember{name, value}, err) || err != nil {
				return
			}
		}
		if _, err := dec.ReadToken(); err != nil {
			yield(metaMember{}, err)
		}
	}
}

// merge sets members, each where it is already, the new ones last.
func (m Meta) merge(members []metaMember) Meta {
	var out []metaMember
	index := map[string]int{}
	put := func(member metaMember) {
		key := member.key()
		if i, ok := index[key]; ok {
			out[i].value = member.value
			return
		}
		index[key] = len(out)
		out = append(out, member)
	}
	for member, err := range m.members() {
		if err != nil {
			return m
		}
		put(member)
	}
	for _, member := range members {
		put(member)
	}
	return appendObject(out)
}

func appendObject(members []metaMember) Meta {
	out := []byte{'{'}
	for i, member := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, member.name...), ':'), member.value...)
	}
	return append(out, '}')
}
