package properties

import (
	"strings"

	"github.com/eralock/eralock/protocol"
)

// BrokenEnvelopes are values of _meta that claim 2026-07-28 and do not keep to
// it, each in another way: a server refuses them all with -32602 (S-META-7,
// decisions E4). They are samples of model.ClassPartialEnvelope.
func BrokenEnvelopes() []string {
	version, capabilities, info := quoted(protocol.KeyProtocolVersion), quoted(protocol.KeyClientCapabilities), quoted(protocol.KeyClientInfo)
	newest := quoted(protocol.ModernVersions()[0])
	var all []string
	for _, v := range []string{`7`, `null`, `{}`, `["` + protocol.ModernVersions()[0] + `"]`, `true`} {
		all = append(all, object(version+":"+v, capabilities+":{}"))
	}
	all = append(all, object(version+":"+newest))
	for _, v := range []string{`null`, `[]`, `"all"`, `0`, `false`} {
		all = append(all, object(version+":"+newest, capabilities+":"+v))
	}
	for _, v := range []string{`7`, `"me"`, `[]`, `{"version":"1"}`, `{"name":7,"version":"1"}`} {
		all = append(all, object(version+":"+newest, capabilities+":{}", info+":"+v))
	}
	return all
}

// BrokenLines are lines that are no message, and from which no id can be read:
// whatever a server answers, it goes on (S-MSG-7).
func BrokenLines() []string {
	return []string{
		`{"jsonrpc":"2.0","id":1,`, `{`, `]`, `"text"`, `null`, `[]`, `true`, `not json`, `{"jsonrpc":"2.0","method":`, "\xff\xfe", "{\"jsonrpc\":\"2.0\",\"method\":\"\xc3\x28\"}",
		`{}`, strings.Repeat("[", 200), `{"jsonrpc":"2.0"}`, `Content-Length: 20`,
	}
}

func quoted(s string) string { return `"` + s + `"` }
