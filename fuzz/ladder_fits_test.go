package fuzz

import (
	"encoding/json"
	"slices"

	"github.com/eralock/eralock/protocol"
)

// misshapen: an object that is no JSON-RPC 2.0 message (row 6).
func misshapen(f *facts) bool {
	version, _ := textOf(f.jsonrpc)
	switch {
	case f.duplicates, version != "2.0":
		return true
	case f.response():
		return false
	}
	return !isText(f.method) || f.result != nil || f.failure != nil
}

func notifies(method string) func(*facts) bool {
	return func(f *facts) bool { return f.notification() && f.name == method }
}

func claims(method string) func(*facts) bool {
	return func(f *facts) bool { return f.claimed() && f.name == method }
}

// enveloped: the two keys that every modern request has, of the right kinds
// (decisions E4).
func enveloped(f *facts) bool {
	return isText(f.meta[protocol.KeyProtocolVersion]) && isObject(f.meta[protocol.KeyClientCapabilities])
}

func servedVersion(f *facts) bool {
	version, _ := textOf(f.meta[protocol.KeyProtocolVersion])
	return version == "2026-07-28"
}

// brokenExtras: what an envelope may have is well formed where it is there.
func brokenExtras(f *facts) bool {
	if info := f.meta[protocol.KeyClientInfo]; info != nil {
		members := objectOf(info)
		if !isText(members["name"]) || !isText(members["version"]) {
			return true
		}
	}
	raw := f.meta[protocol.KeyLogLevel]
	level, ok := textOf(raw)
	return raw != nil && (!ok || !slices.Contains(logLevels, level))
}

var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// goodFilter: an object whose known members are of their types (row 24).
func goodFilter(raw json.RawMessage) bool {
	members := objectOf(raw)
	for _, name := range []string{"toolsListChanged", "promptsListChanged", "resourcesListChanged"} {
		if m := members[name]; m != nil && string(m) != "true" && string(m) != "false" {
			return false
		}
	}
	var uris []json.RawMessage
	if raw := members["resourceSubscriptions"]; raw != nil && (raw[0] != '[' || json.Unmarshal(raw, &uris) != nil) {
		return false
	}
	return members != nil && !slices.ContainsFunc(uris, func(uri json.RawMessage) bool { return !isText(uri) })
}

// goodHello: what an initialize must have (row 11).
func goodHello(f *facts) bool {
	info := objectOf(f.members["clientInfo"])
	return isText(f.members["protocolVersion"]) && isObject(f.members["capabilities"]) && isText(info["name"]) && isText(info["version"])
}
