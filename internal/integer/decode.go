package integer

import (
	"encoding"
	"errors"
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ByValue has the JSON library decode integers by their value. It touches no
// other text: a float keeps its sign of zero, a raw value its digits.
var ByValue = json.WithUnmarshalers(json.UnmarshalFromFunc(decode))

// decode takes on the numbers that are to become integers, and leaves everything
// else to the library.
func decode(dec *jsontext.Decoder, p any) error {
	v := reflect.ValueOf(p).Elem()
	quoted, _ := json.GetOption(dec.Options(), json.StringifyNumbers)
	if dec.PeekKind() != '0' || quoted || !IsType(v.Type()) || v.Type() == durationType {
		return errors.ErrUnsupported
	}
	token, err := dec.ReadValue()
	if err != nil {
		return err
	}
	digits, ok := Append(make([]byte, 0, 194), token)
	large, isLarge := p.(*big.Int)
	switch {
	case !ok:
		err = strconv.ErrSyntax
	case isLarge:
		large.SetString(string(digits), 10) // digits are a number
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(string(digits), 10, v.Type().Bits())
		v.SetInt(n)
	default:
		var n uint64
		n, err = strconv.ParseUint(string(digits), 10, v.Type().Bits())
		v.SetUint(n)
	}
	if err != nil {
		return &json.SemanticError{JSONKind: '0', JSONValue: token.Clone(), GoType: v.Type(), Err: err}
	}
	return nil
}

var (
	durationType = reflect.TypeFor[time.Duration]()
	bigIntType   = reflect.TypeFor[big.Int]()
)

// IsType reports whether the JSON library makes integers of a type.
func IsType(t reflect.Type) bool {
	return reflect.Int <= t.Kind() && t.Kind() <= reflect.Uintptr && !HasOwnJSON(t) || t == bigIntType
}

// HasOwnJSON reports whether t has a say in how it is decoded.
func HasOwnJSON(t reflect.Type) bool {
	for _, i := range []reflect.Type{
		reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
		reflect.TypeFor[interface{ UnmarshalJSONFrom(*jsontext.Decoder) error }](),
	} {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return true
		}
	}
	return false
}
