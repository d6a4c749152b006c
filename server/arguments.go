package server

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/eralock/eralock/internal/integer"
)

// argumentPlan decodes the usual arguments, a flat object of strings, numbers
// and booleans, straight into a struct: the frame parser has already read every
// byte of them once. Whatever is not that plain (an escape in a string, a null,
// a number out of range) is left to the JSON library, which has the last word.
type argumentPlan struct {
	names  []string
	fields []int // indices of the struct's fields
}

// planArguments returns nil for a type that it cannot decode as the library
// would.
func planArguments(t reflect.Type) *argumentPlan {
	if t.Kind() != reflect.Struct || integer.HasOwnJSON(t) {
		return nil
	}
	p := &argumentPlan{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous || !f.IsExported() {
			return nil
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" && options == "":
			continue
		case options != "" && options != "omitempty" && options != "omitzero", strings.ContainsAny(name, `'"\`), integer.HasOwnJSON(f.Type), f.Type == durationType:
			return nil
		case name == "":
			name = f.Name
		}
		switch kind := f.Type.Kind(); {
		case kind == reflect.String, kind == reflect.Bool, reflect.Int <= kind && kind <= reflect.Int64, kind == reflect.Float64:
		default:
			return nil
		}
		if slices.Contains(p.names, name) {
			return nil
		}
		p.names, p.fields = append(p.names, name), append(p.fields, i)
	}
	return p
}

// decode fills v, a zero struct, from an object that the frame parser has read.
// After false, v may be partly filled.
func (p *argumentPlan) decode(raw []byte, v reflect.Value) bool {
	b := schemaText(raw)
	i := b.space(0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	for i = b.space(i + 1); i < len(b) && b[i] == '"'; {
		end := b.stringEnd(i)
		if end < 0 {
			return false
		}
		name := b[i+1 : end-1]
		from := b.space(b.space(end) + 1) // behind the colon
		if i = b.valueEnd(from); i < 0 || bytes.IndexByte(name, '\\') >= 0 {
			return false
		}
		if !p.set(v, name, b[from:i]) {
			return false
		}
		if i = b.space(i); i < len(b) && b[i] == ',' {
			i = b.space(i + 1)
		}
	}
	return i < len(b) && b[i] == '}'
}

func (p *argumentPlan) set(v reflect.Value, name, value []byte) bool {
	for k, n := range p.names {
		if n == string(name) {
			return setPlain(v.Field(p.fields[k]), value)
		}
	}
	return true // an unknown member is none of ours
}

func setPlain(f reflect.Value, value []byte) bool {
	switch f.Kind() {
	case reflect.String:
		if value[0] != '"' || bytes.IndexByte(value, '\\') >= 0 {
			return false
		}
		f.SetString(string(value[1 : len(value)-1]))
	case reflect.Bool:
		if value[0] != 't' && value[0] != 'f' {
			return false
		}
		f.SetBool(value[0] == 't')
	case reflect.Float64:
		if value[0] != '-' && (value[0] < '0' || value[0] > '9') {
			return false
		}
		n, err := strconv.ParseFloat(string(value), 64)
		if err != nil {
			return false
		}
		f.SetFloat(n)
	default:
		n, ok := plainInteger(value)
		if !ok || f.OverflowInt(n) {
			return false
		}
		f.SetInt(n)
	}
	return true
}

// plainInteger reads an integer of at most 18 digits.
func plainInteger(value []byte) (n int64, ok bool) {
	digits := bytes.TrimPrefix(value, []byte("-"))
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(value) {
		n = -n
	}
	return n, true
}
