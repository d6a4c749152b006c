package protocol

import (
	"fmt"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Meta is the _meta object of a request, notification, result or payload, as
// JSON text. Nil, or an empty text, means that there is none. Keeping the text is what makes it
// cheap and exact: members keep their order and their tokens, and nothing is
// decoded until somebody asks.
//
// A Meta is never changed in place. The methods that return a Meta return m
// itself if it is not a JSON object; encoding it then fails.
type Meta jsontext.Value

// NewMeta encodes members, in the order of their keys.
func NewMeta(members map[string]any) (Meta, error) {
	b, err := Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("encoding _meta: %w", err)
	}
	return b, nil
}

// Get returns the value of a member. It shares memory with m.
func (m Meta) Get(key string) (jsontext.Value, bool) {
	for k, v := range m.All() {
		if k == key {
			return v, true
		}
	}
	return nil, false
}

// All ranges over the members in their order. The values share memory with m.
// It stops where m is malformed.
func (m Meta) All() iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		for member, err := range m.members() {
			if err != nil || !yield(member.key(), member.value) {
				return
			}
		}
	}
}

// With returns m with one member set: replaced where it is, else put last.
func (m Meta) With(key string, value jsontext.Value) Meta {
	name, _ := jsontext.AppendQuote(nil, key) // only invalid UTF-8 fails, and it is replaced
	return m.merge([]metaMember{{name, value}})
}

// Merge returns the members of both; those of over win.
func (m Meta) Merge(over Meta) Meta {
	var members []metaMember
	for member, err := range over.members() {
		if err != nil {
			return over
		}
		members = append(members, member)
	}
	if len(members) == 0 {
		return m
	}
	return m.merge(members)
}

// Without returns m without the members that drop chooses, and nil if none is
// left.
func (m Meta) Without(drop func(key string) bool) Meta {
	var left []metaMember
	for member, err := range m.members() {
		if err != nil {
			return m
		}
		if !drop(member.key()) {
			left = append(left, member)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return appendObject(left)
}

// Legacy returns m without the protocol's own keys, which are all of the
// modern era (decisions A7, K18), and nil if none is left.
func (m Meta) Legacy() Meta { return m.Without(IsProtocolKey) }

// String returns the JSON text.
func (m Meta) String() string { return string(m) }

// IsZero reports whether there is no _meta.
func (m Meta) IsZero() bool { return len(m) == 0 }
