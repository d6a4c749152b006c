package wire

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/eralock/eralock/protocol"
)

// A Refusal is the error that a frame is answered with. The zero Refusal, the
// one without a message, is none.
type Refusal = protocol.Error

// codeNoEnvelope is for a request that needs an envelope and has none: a MUST of
// the specification (S-META-7), though ruby-sdk 478 began with -32600
// (decisions E7).
const codeNoEnvelope = protocol.CodeInvalidParams

func refuse(code int, message string) Refusal { return Refusal{Code: code, Message: message} }

func (c *Config) malformed(f *Frame) Refusal {
	var why string
	switch f.shape {
	case notUTF8:
		why = "the line is not UTF-8"
	case tooDeep:
		why = fmt.Sprintf("nested deeper than %d levels", c.Limits.OrDefault().MaxDepth)
	default:
		why = fmt.Sprintf("the line is not one JSON value, see byte %d", f.where)
	}
	return refuse(protocol.CodeParseError, "Parse error: "+why)
}

func (c *Config) tooLong() Refusal {
	limit := c.Limits.OrDefault().MaxLine
	r := refuse(protocol.CodeInvalidRequest, fmt.Sprintf("Line too long: a message may have %d bytes", limit))
	r.Data = strconv.AppendInt([]byte(`{"limit":`), int64(limit), 10)
	r.Data = append(r.Data, '}')
	return r
}

func (c *Config) partialEnvelope(g gaps) Refusal {
	var why []string
	if g.missing != 0 {
		why = append(why, g.missing.String()+" missing")
	}
	if g.invalid != 0 {
		why = append(why, g.invalid.wants())
	}
	r := refuse(protocol.CodeInvalidParams, "Invalid request envelope in params._meta: "+strings.Join(why, ", "))
	r.Data = c.gapData(g)
	return r
}

func (c *Config) unsupportedVersion(f *Frame) Refusal {
	r := refuse(protocol.CodeUnsupportedVersion, "Unsupported protocol version: this server serves "+c.served())
	r.Data = c.versionData(f.raw(f.claim))
	return r
}

// served lists the served versions for a message.
func (c *Config) served() string {
	if len(c.Modern) == 0 {
		return "no version with request envelopes"
	}
	return strings.Join(c.Modern, ", ")
}

// gapData is {"missing":[…],"invalid":[…],"supported":[…]}, without empty lists
// of keys.
func (c *Config) gapData(g gaps) []byte {
	b := []byte{'{'}
	if g.missing != 0 {
		b = append(appendStrings(append(b, `"missing":`...), g.missing.names()), ',')
	}
	if g.invalid != 0 {
		b = append(appendStrings(append(b, `"invalid":`...), g.invalid.names()), ',')
	}
	return append(c.appendSupported(b), '}')
}

// versionData is the data of a -32022; requested is the peer's token, if it is
// a string (decisions E9).
func (c *Config) versionData(requested []byte) []byte {
	b := append(c.appendSupported([]byte{'{'}), `,"requested":`...)
	if len(requested) > 0 && requested[0] == '"' {
		b = append(b, requested...)
	} else {
		b = AppendQuote(b, protocol.UnknownVersion)
	}
	return append(b, '}')
}

func (c *Config) appendSupported(b []byte) []byte {
	return appendStrings(append(b, `"supported":`...), c.Modern)
}

func appendStrings(b []byte, texts []string) []byte {
	b = append(b, '[')
	for i, text := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendQuote(b, text)
	}
	return append(b, ']')
}
