package fuzz

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"unicode/utf8"
)

// naiveLine is a line as the whole stream in memory shows it.
type naiveLine struct {
	text []byte
	long bool
}

// naiveLines splits a stream: LF or CRLF, the last line may lack its end, a byte
// order mark is no part of a line.
func naiveLines(stream []byte, limit int) (all []naiveLine) {
	parts := bytes.Split(stream, []byte("\n"))
	if last := len(parts) - 1; len(parts[last]) == 0 {
		parts = parts[:last]
	}
	for _, p := range parts {
		text := bytes.TrimPrefix(bytes.TrimSuffix(p, []byte("\r")), []byte("\ufeff"))
		all = append(all, naiveLine{text, len(text) > limit})
	}
	return all
}

// naiveMember is one member of an object, its name unescaped.
type naiveMember struct {
	name  string
	value json.RawMessage
}

// naiveMembers are the top-level members of a line; ok is false for what is no
// JSON object in UTF-8.
func naiveMembers(text []byte) (all []naiveMember, ok bool) {
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if begin, err := dec.Token(); err != nil || begin != json.Delim('{') {
		return nil, false
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, false
		}
		m := naiveMember{name: name.(string)}
		if dec.Decode(&m.value) != nil {
			return nil, false
		}
		all = append(all, m)
	}
	return all, true
}

// member is the value of the one member of a name, nil if there is none or more.
func member(all []naiveMember, name string) (value json.RawMessage) {
	n := 0
	for _, m := range all {
		if m.name == name {
			value, n = m.value, n+1
		}
	}
	if n != 1 {
		return nil
	}
	return value
}

// naiveLegalID: a string, or a number with an integer value, of at most 128
// bytes and with an exponent within ±64 (decisions A4).
func naiveLegalID(raw []byte) bool {
	if len(raw) == 0 {
		return false
	}
	if raw[0] == '"' {
		return true
	}
	_, ok := naiveInteger(raw)
	return ok
}

func naiveInteger(raw []byte) (*big.Int, bool) {
	if len(raw) > 128 || !strings.ContainsRune("-0123456789", rune(raw[0])) {
		return nil, false
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(string(raw)), "e"); ok {
		n, ok := new(big.Int).SetString(strings.TrimPrefix(exponent, "+"), 10)
		if !ok || n.CmpAbs(big.NewInt(64)) > 0 {
			return nil, false
		}
	}
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok || !r.IsInt() {
		return nil, false
	}
	return r.Num(), true
}

// naiveDepth is how many objects and arrays of valid JSON are open at most.
func naiveDepth(text []byte) (most int) {
	dec := json.NewDecoder(bytes.NewReader(text))
	depth := 0
	for {
		token, err := dec.Token()
		if err != nil {
			return most
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			most = max(most, depth)
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

// naiveDuplicates reports whether some object of valid JSON has two members of
// one name.
func naiveDuplicates(text []byte) bool {
	members, ok := naiveMembers(text)
	if ok {
		seen := map[string]bool{}
		for _, m := range members {
			if seen[m.name] || naiveDuplicates(m.value) {
				return true
			}
			seen[m.name] = true
		}
		return false
	}
	var elements []json.RawMessage
	if json.Unmarshal(text, &elements) != nil {
		return false
	}
	for _, e := range elements {
		if naiveDuplicates(e) {
			return true
		}
	}
	return false
}
