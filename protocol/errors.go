package protocol

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// An Error is the error member of a JSON-RPC answer. A handler that returns
// one decides what the peer sees; codes of its own belong outside -32768 to
// -32000 (S-ERR-8).
type Error struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data,omitzero"` // any JSON value; nil: none
}

// Error returns the message and the code.
func (e *Error) Error() string { return fmt.Sprintf("%s (code %d)", e.Message, e.Code) }

// CodeOf returns the code of the [*Error] in err's tree, and false if there is
// none.
func CodeOf(err error) (int, bool) {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code, true
	}
	return 0, false
}

// ParseError is the answer to a line that is no JSON.
func ParseError(format string, args ...any) *Error {
	return &Error{Code: CodeParseError, Message: fmt.Sprintf(format, args...)}
}

// InvalidRequest is the answer to JSON that is no request the connection can
// take.
func InvalidRequest(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}

// InvalidParams is the answer to params that the method cannot take.
func InvalidParams(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

// MethodNotFound is the answer to a method that is not served. Its data is the
// method's name, which released clients look for.
func MethodNotFound(method string) *Error {
	return &Error{Code: CodeMethodNotFound, Message: "Method not found", Data: mustEncode(method)}
}

// InternalError is the answer when a handler panicked or failed with an error
// that means nothing to the peer: the detail belongs in the log (decisions A6).
func InternalError() *Error {
	return &Error{Code: CodeInternalError, Message: "Internal server error"}
}

// RequestCancelled is the legacy answer to a cancelled request (rules A13).
func RequestCancelled() *Error {
	return &Error{Code: CodeRequestCancelled, Message: "Request cancelled"}
}

// ConnectionClosed is the answer to a request that the end of input left
// unfinished (decisions C3).
func ConnectionClosed(era Era) *Error {
	e := &Error{Code: CodeInternalError, Message: "Connection closed"}
	if era == Legacy {
		e.Code = CodeConnectionClosed
	}
	return e
}

// ResourceNotFound is the answer to a read of a resource that does not exist:
// -32002 on legacy, -32602 on modern (S-RES-3, S-RES-4).
func ResourceNotFound(era Era, uri string) *Error {
	data := struct {
		URI string `json:"uri"`
	}{uri}
	e := &Error{Code: CodeInvalidParams, Message: "Resource not found", Data: mustEncode(data)}
	if era == Legacy {
		e.Code = CodeResourceNotFound
	}
	return e
}

// mustEncode encodes what cannot fail: strings and structs of them.
func mustEncode(v any) jsontext.Value {
	b, err := Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
