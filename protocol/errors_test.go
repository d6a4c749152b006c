package protocol_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

func TestErrorsByEra(t *testing.T) {
	for want, e := range map[string]*protocol.Error{
		`{"code":-32000,"message":"Connection closed"}`:                                                     protocol.ConnectionClosed(protocol.Legacy),
		`{"code":-32603,"message":"Connection closed"}`:                                                     protocol.ConnectionClosed(protocol.Modern),
		`{"code":-32002,"message":"Resource not found","data":{"uri":"test://\"x"}}`:                        protocol.ResourceNotFound(protocol.Legacy, `test://"x`),
		`{"code":-32602,"message":"Resource not found","data":{"uri":"test://\"x"}}`:                        protocol.ResourceNotFound(protocol.Modern, `test://"x`),
		`{"code":-32603,"message":"Internal server error"}`:                                                 protocol.InternalError(),
		`{"code":-32700,"message":"bad at 7"}`:                                                              protocol.ParseError("bad at %d", 7),
		`{"code":-32600,"message":"id 7"}`:                                                                  protocol.InvalidRequest("id %d", 7),
		`{"code":-32602,"message":"cursor \"x\""}`:                                                          protocol.InvalidParams("cursor %q", "x"),
		`{"code":0,"message":"Request cancelled"}`:                                                          protocol.RequestCancelled(),
		`{"code":-32021,"message":"Missing required client capability","data":{"requiredCapabilities":{}}}`: protocol.MissingCapability(),
	} {
		got, err := protocol.Marshal(e)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func TestErrorIsAnError(t *testing.T) {
	err := fmt.Errorf("calling now: %w", protocol.RequestCancelled())
	require.EqualError(t, err, "calling now: Request cancelled (code 0)")
	code, ok := protocol.CodeOf(err)
	require.True(t, ok)
	require.Equal(t, protocol.CodeRequestCancelled, code)
	_, ok = protocol.CodeOf(errors.New("other"))
	require.False(t, ok)
	_, ok = protocol.CodeOf(nil)
	require.False(t, ok)
}

// Each answer is a fresh value: changing one must not change the next.
func TestErrorsAreFresh(t *testing.T) {
	protocol.RequestCancelled().Message = "changed"
	require.Equal(t, "Request cancelled", protocol.RequestCancelled().Message)
}

// Decisions K1, K14: only a well-formed modern error proves a modern peer.
func TestModernErrors(t *testing.T) {
	for text, modern := range map[string]bool{
		`{"code":-32020,"message":"x"}`:                                                     true,
		`{"code":-32020,"message":"x","data":7}`:                                            true,
		`{"code":-32021,"message":"x","data":{"requiredCapabilities":{}}}`:                  true,
		`{"code":-32021,"message":"x","data":{"requiredCapabilities":{"sampling":true}}}`:   true,
		`{"code":-32021,"message":"x"}`:                                                     false,
		`{"code":-32021,"message":"x","data":null}`:                                         false,
		`{"code":-32021,"message":"x","data":{"requiredCapabilities":["sampling"]}}`:        false,
		`{"code":-32021,"message":"x","data":{"requiredCapabilities":null}}`:                false,
		`{"code":-32022,"message":"x","data":{"supported":["2026-07-28"],"requested":"1"}}`: true,
		`{"code":-32022,"message":"x","data":{"supported":[]}}`:                             true,
		`{"code":-32022,"message":"x","data":{"supported":["2026-07-28"],"requested":5}}`:   true,
		`{"code":-32022,"message":"x"}`:                                                     false,
		`{"code":-32022,"message":"x","data":null}`:                                         false,
		`{"code":-32022,"message":"x","data":[]}`:                                           false,
		`{"code":-32022,"message":"x","data":{"supported":null}}`:                           false,
		`{"code":-32022,"message":"x","data":{"supported":"2026-07-28"}}`:                   false,
		`{"code":-32022,"message":"x","data":{"supported":["2026-07-28",null]}}`:            false,
		`{"code":-32022,"message":"x","data":{"supported":["2026-07-28",1]}}`:               false,
		`{"code":-32601,"message":"x","data":{"supported":["2026-07-28"],"requested":"1"}}`: false,
		`{"code":-32600,"message":"x","data":{"requiredCapabilities":{}}}`:                  false,
	} {
		var e protocol.Error
		require.NoError(t, protocol.Unmarshal([]byte(text), &e))
		require.Equal(t, modern, e.IsModern(), text)
	}
}

func TestErrorData(t *testing.T) {
	e := protocol.UnsupportedVersion([]string{"2027-05-05", "2026-07-28"}, "2031-02-03")
	versions, ok := e.UnsupportedVersionData()
	require.True(t, ok)
	require.Equal(t, protocol.UnsupportedVersionData{Supported: []string{"2027-05-05", "2026-07-28"}, Requested: "2031-02-03"}, versions)
	_, ok = e.MissingCapabilityData()
	require.False(t, ok)

	e = protocol.MissingCapability(protocol.CapSamplingTools)
	needs, ok := e.MissingCapabilityData()
	require.True(t, ok)
	require.True(t, needs.RequiredCapabilities.Has(protocol.CapSamplingTools))
	_, ok = e.UnsupportedVersionData()
	require.False(t, ok)

	other := protocol.Error{Code: protocol.CodeInvalidParams, Data: raw(`{"supported":["2026-07-28"],"requiredCapabilities":{}}`)}
	_, ok = other.UnsupportedVersionData()
	require.False(t, ok, "the data of another code")
	_, ok = other.MissingCapabilityData()
	require.False(t, ok, "the data of another code")
}
