package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// UnsupportedVersionData is the data of a -32022.
type UnsupportedVersionData struct {
	// Supported lists the modern versions served, newest first (decisions E10).
	Supported []string `json:"supported"`
	// Requested is the version asked for, or [UnknownVersion].
	Requested string `json:"requested"`
}

// UnsupportedVersion is the answer to a version that is not served.
func UnsupportedVersion(supported []string, requested string) *Error {
	return &Error{
		Code:    CodeUnsupportedVersion,
		Message: "Unsupported protocol version",
		Data:    mustEncode(UnsupportedVersionData{Supported: supported, Requested: requested}),
	}
}

// MissingCapabilityData is the data of a -32021.
type MissingCapabilityData struct {
	RequiredCapabilities ClientCapabilities `json:"requiredCapabilities"`
}

// MissingCapability is the answer to a request that needs client capabilities
// which it did not declare.
func MissingCapability(needs ...Capability) *Error {
	var data MissingCapabilityData
	for _, need := range needs {
		data.RequiredCapabilities.Declare(need)
	}
	return &Error{
		Code:    CodeMissingCapability,
		Message: "Missing required client capability",
		Data:    mustEncode(data),
	}
}

// UnsupportedVersionData returns the data of a well-formed -32022: supported
// is an array of strings, requested may be missing (decisions K14).
func (e *Error) UnsupportedVersionData() (UnsupportedVersionData, bool) {
	var data struct {
		Supported jsontext.Value `json:"supported"`
		Requested jsontext.Value `json:"requested"`
	}
	if e.Code != CodeUnsupportedVersion || Unmarshal(e.Data, &data) != nil {
		return UnsupportedVersionData{}, false
	}
	supported, err := parseStrings(data.Supported)
	if err != nil {
		return UnsupportedVersionData{}, false
	}
	d := UnsupportedVersionData{Supported: supported}
	if data.Requested.Kind() == '"' {
		_ = Unmarshal(data.Requested, &d.Requested) // a string decodes
	}
	return d, true
}

// MissingCapabilityData returns the data of a well-formed -32021:
// requiredCapabilities is an object (decisions K14). What it holds that is not
// of its type is left out.
func (e *Error) MissingCapabilityData() (MissingCapabilityData, bool) {
	var data struct {
		Required jsontext.Value `json:"requiredCapabilities"`
	}
	if e.Code != CodeMissingCapability || Unmarshal(e.Data, &data) != nil || !isObject(data.Required) {
		return MissingCapabilityData{}, false
	}
	return MissingCapabilityData{unmarshalTolerant[ClientCapabilities](data.Required)}, true
}

// IsModern reports whether e is a well-formed -32020, -32021 or -32022: proof
// that the peer is modern (decisions K1, K14).
func (e *Error) IsModern() bool {
	switch e.Code {
	case CodeHeaderMismatch:
		return true
	case CodeMissingCapability:
		_, ok := e.MissingCapabilityData()
		return ok
	case CodeUnsupportedVersion:
		_, ok := e.UnsupportedVersionData()
		return ok
	}
	return false
}

// parseStrings decodes an array of strings and nothing else: as a []string
// null would pass, as the whole and as an element.
func parseStrings(raw jsontext.Value) ([]string, error) {
	var elements []jsontext.Value
	if raw.Kind() != '[' {
		return nil, fmt.Errorf("%w: no array of strings", ErrMalformed)
	}
	if err := Unmarshal(raw, &elements); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	texts := make([]string, len(elements))
	for i, element := range elements {
		if element.Kind() != '"' {
			return nil, fmt.Errorf("%w: element %d of an array of strings is no string", ErrMalformed, i)
		}
		if err := Unmarshal(element, &texts[i]); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
	}
	return texts, nil
}
