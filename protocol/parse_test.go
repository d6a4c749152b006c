package protocol_test

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestParseImplementation(t *testing.T) {
	for text, want := range map[string]protocol.Implementation{
		`{"name":"a","version":""}`:                                   {Name: "a"},
		`{"name":"a","version":"1","title":5,"icons":{},"x":1}`:       {Name: "a", Version: "1"},
		`{"name":"a","version":"1","title":"T","websiteUrl":"u://w"}`: {Name: "a", Version: "1", Title: "T", WebsiteURL: "u://w"},
	} {
		got, err := protocol.ParseImplementation(raw(text))
		require.NoError(t, err, text)
		require.Empty(t, cmp.Diff(want, got), text)
	}
	for _, text := range []string{``, `null`, `42`, `[]`, `{}`, `{"name":"a"}`, `{"version":"1"}`, `{"name":null,"version":"1"}`, `{"name":"a","version":1}`, `{"name":"a","version":"1"`} {
		_, err := protocol.ParseImplementation(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
	}
}

func TestParseClientCapabilities(t *testing.T) {
	c, err := protocol.ParseClientCapabilities(raw(`{"roots":[],"sampling":{"tools":{}},"elicitation":true,"kilns":{"hot":1}}`))
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(protocol.ClientCapabilities{
		Sampling: &protocol.SamplingCapability{Tools: &protocol.Declared{}}, Extra: raw(`{"kilns":{"hot":1}}`),
	}, c), "a garbled capability is not declared, the others are")
	for _, text := range []string{``, `null`, `[]`, `"x"`, `5`} {
		_, err := protocol.ParseClientCapabilities(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
	}
}

// Ladder row 11.
func TestParseInitializeParams(t *testing.T) {
	p, err := protocol.ParseInitializeParams(raw(`{"protocolVersion":"1999-12-31","capabilities":{"sampling":{},"roots":5},"clientInfo":{"name":"a","version":"1","title":[]},"_meta":{"k":1}}`))
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(&protocol.InitializeParams{
		ProtocolVersion: "1999-12-31",
		Capabilities:    protocol.ClientCapabilities{Sampling: &protocol.SamplingCapability{}},
		ClientInfo:      protocol.Implementation{Name: "a", Version: "1"},
		Meta:            protocol.Meta(`{"k":1}`),
	}, p))
	for text, names := range map[string]string{
		``:     "protocolVersion",
		`null`: "protocolVersion",
		`[]`:   "protocolVersion",
		`{"capabilities":{},"clientInfo":{"name":"a","version":"1"}}`:                                "protocolVersion",
		`{"protocolVersion":null,"capabilities":{},"clientInfo":{"name":"a","version":"1"}}`:         "protocolVersion",
		`{"protocolVersion":20251125,"capabilities":{},"clientInfo":{"name":"a","version":"1"}}`:     "protocolVersion",
		`{"protocolVersion":"2025-11-25","clientInfo":{"name":"a","version":"1"}}`:                   "capabilities",
		`{"protocolVersion":"2025-11-25","capabilities":[],"clientInfo":{"name":"a","version":"1"}}`: "capabilities",
		`{"protocolVersion":"2025-11-25","capabilities":{}}`:                                         "clientInfo",
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a"}}`:               "clientInfo",
	} {
		_, err := protocol.ParseInitializeParams(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
		require.ErrorContains(t, err, names, text)
	}
}

func TestParseInitializeResult(t *testing.T) {
	for text, want := range map[string]*protocol.InitializeResult{
		`{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"k","version":"1"},"instructions":"x"}`: {
			ProtocolVersion: "2025-11-25", Capabilities: protocol.ServerCapabilities{Tools: &protocol.ToolsCapability{}},
			ServerInfo: protocol.Implementation{Name: "k", Version: "1"}, Instructions: "x",
		},
		`{"protocolVersion":"2025-11-25","capabilities":{"tools":[],"logging":{}},"serverInfo":"k","instructions":5}`: {
			ProtocolVersion: "2025-11-25", Capabilities: protocol.ServerCapabilities{Logging: &protocol.Declared{}},
		},
	} {
		got, err := protocol.ParseInitializeResult(raw(text))
		require.NoError(t, err, text)
		require.Empty(t, cmp.Diff(want, got), text)
	}
	for _, text := range []string{``, `null`, `{}`, `{"protocolVersion":5,"capabilities":{}}`, `{"protocolVersion":"2025-11-25"}`, `{"protocolVersion":"2025-11-25","capabilities":null}`} {
		_, err := protocol.ParseInitializeResult(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
	}
}

// Rules B12: what makes a DiscoverResult usable, and nothing else does.
func TestParseDiscoverResult(t *testing.T) {
	for text, want := range map[string]*protocol.DiscoverResult{
		`{"supportedVersions":[]}`: {SupportedVersions: []string{}},
		`{"supportedVersions":["2026-07-28","2027-05-05"],"serverInfo":{"name":"in the body"}}`: {SupportedVersions: []string{"2026-07-28", "2027-05-05"}},
		`{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"prompts":7},"ttlMs":0.5,"cacheScope":[],"instructions":{},"_meta":5}`: {
			CacheableResult:   protocol.CacheableResult{Result: protocol.Result{ResultType: protocol.ResultComplete}},
			SupportedVersions: []string{"2026-07-28"},
			Capabilities:      protocol.ServerCapabilities{Tools: &protocol.ToolsCapability{}},
		},
		`{"supportedVersions":["2026-07-28"],"ttlMs":60000,"cacheScope":"private","instructions":"x","_meta":{"io.modelcontextprotocol/serverInfo":{}}}`: {
			CacheableResult: protocol.CacheableResult{
				Result: protocol.Result{Meta: protocol.Meta(`{"io.modelcontextprotocol/serverInfo":{}}`)},
				TTLMs:  new(int64(60000)), CacheScope: protocol.CachePrivate,
			},
			SupportedVersions: []string{"2026-07-28"}, Instructions: "x",
		},
	} {
		got, err := protocol.ParseDiscoverResult(raw(text))
		require.NoError(t, err, text)
		require.Empty(t, cmp.Diff(want, got), text)
	}
	for text, names := range map[string]string{
		`null`: "object",
		`{}`:   "supportedVersions",
		`{"resultType":"complete","capabilities":{}}`:                        "supportedVersions",
		`{"supportedVersions":null}`:                                         "supportedVersions",
		`{"supportedVersions":"2026-07-28"}`:                                 "supportedVersions",
		`{"supportedVersions":["2026-07-28",null]}`:                          "supportedVersions",
		`{"supportedVersions":[20260728]}`:                                   "supportedVersions",
		`{"supportedVersions":["2026-07-28"],"resultType":"input_required"}`: "resultType",
		`{"supportedVersions":["2026-07-28"],"resultType":5}`:                "resultType",
		`{"supportedVersions":["2026-07-28"],"capabilities":[]}`:             "capabilities",
		`{"supportedVersions":["2026-07-28"],"capabilities":null}`:           "capabilities",
	} {
		_, err := protocol.ParseDiscoverResult(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
		require.ErrorContains(t, err, names, text)
	}
}
