package server

import (
	"encoding"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/eralock/eralock/internal/integer"
)

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	bigIntType   = reflect.TypeFor[big.Int]()
)

func isFloat(t reflect.Type) bool {
	return (t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64) && !integer.HasOwnJSON(t)
}

// isBytes: they are base64 text.
func isBytes(t reflect.Type) bool {
	return (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() == reflect.Uint8
}

// isText reports whether a type reads its own text.
func isText(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// decodesItself reports whether it was t's own code that a value of that kind met.
func decodesItself(t reflect.Type, kind schemaKind) bool {
	return integer.HasOwnJSON(t) && t != timeType && !integer.IsType(t) && (!isText(t) || kind == kindString)
}

// untakeable reports whether no value at all decodes: a mistake of the program's,
// which the sender can do without.
func untakeable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() > 0
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return true
	}
	return t == durationType
}

// wanted is what a type is in JSON.
func wanted(t reflect.Type) string {
	switch t = pointedAt(t); {
	case t == timeType:
		return "date and time like 2006-01-02T15:04:05Z"
	case integer.IsType(t):
		return kindInteger.String()
	case isFloat(t):
		return kindNumber.String()
	case t.Kind() == reflect.Bool:
		return kindBoolean.String()
	case t.Kind() == reflect.String, isText(t):
		return kindString.String()
	case t.Kind() == reflect.Array && isBytes(t):
		return fmt.Sprintf("base64 text of %d bytes", t.Len())
	case isBytes(t):
		return "base64 text"
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		return kindArray.String()
	}
	return kindObject.String()
}

// ranged is wanted with the bounds of an integer.
func ranged(t reflect.Type) string {
	if !integer.IsType(t) || t == bigIntType {
		return wanted(t)
	}
	least, most := integerBounds(t)
	return wanted(t) + " from " + least + " to " + most
}

func wrongInteger(token []byte, t reflect.Type) string {
	_, integral := integer.Append(nil, token)
	switch {
	case !integral && math.Abs(parseSchemaNumber(token).f) < 1<<53:
		return fmt.Sprintf("expected integer, got number %.40s", token)
	case t == bigIntType:
		return fmt.Sprintf("expected integer in plain digits, got number %.40s", token)
	}
	least, most := integerBounds(t)
	return outside(token, least, most)
}

func outside(token []byte, least, most string) string {
	if token[0] == '-' {
		return fmt.Sprintf("%.40s is less than the minimum %s", token, least)
	}
	return fmt.Sprintf("%.40s is more than the maximum %s", token, most)
}

func largestFloat(t reflect.Type) string {
	if t.Kind() == reflect.Float32 {
		return fmt.Sprint(float32(math.MaxFloat32))
	}
	return fmt.Sprint(math.MaxFloat64)
}

func integerBounds(t reflect.Type) (least, most string) {
	unused := 64 - t.Bits()
	if reflect.Zero(t).CanUint() {
		return "0", strconv.FormatUint(math.MaxUint64>>unused, 10)
	}
	return strconv.FormatInt(math.MinInt64>>unused, 10), strconv.FormatInt(math.MaxInt64>>unused, 10)
}
