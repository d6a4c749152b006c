package protocol

import (
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/integer"
)

// ErrMalformed is what a Parse function wraps when a payload is not what the
// schema of its revision says.
var ErrMalformed = errors.New("malformed payload")

// Decisions A9: escaped lone surrogates are valid JSON and stay as they are in
// raw values. UTF-8 and duplicate keys are the frame reader's business, which
// has the whole line before it; checking them again here would cost a set of
// names for each object. Map keys are sorted: equal values, equal bytes.
var codec = json.JoinOptions(
	jsontext.AllowInvalidUTF8(true),
	jsontext.AllowDuplicateNames(true),
	jsontext.PreserveRawStrings(true),
	json.Deterministic(true),
)

// Options are the JSON options that payloads are encoded and decoded with.
func Options() json.Options { return codec }

// Marshal encodes a payload as one line of JSON. Invalid UTF-8 in a Go string
// becomes U+FFFD; a raw value that is no JSON is an error.
func Marshal(v any) ([]byte, error) { return json.Marshal(v, codec) }

// Unmarshal decodes a payload. It keeps no reference to data. The last of
// duplicate members wins.
func Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v, codec) }

// Decode is Unmarshal into the zero value that v points to, with integers by their
// value: to the schemas 1.0, 1e3 and -0.0 are integers, and some languages write
// them so. The usual text pays nothing for it. After an error the value is partly
// filled.
func Decode(data []byte, v any) error {
	if Unmarshal(data, v) == nil {
		return nil
	}
	// What failed first may be a number that is in order: the second error is it.
	reflect.ValueOf(v).Elem().SetZero()
	return byValue(data, v)
}

func byValue(data []byte, v any) error { return json.Unmarshal(data, v, codec, integer.ByValue) }

func isObject(v jsontext.Value) bool { return v.Kind() == '{' }
