package protocol_test

import (
	"github.com/eralock/eralock/protocol"
	"github.com/go-json-experiment/json/jsontext"
)

// A sample is a payload with the only JSON it may have, and where the schemas
// define it.
type sample struct {
	name  string
	value any // a pointer
	json  string
	in    []definition
}

// A definition is where in the schema of a version a payload belongs: as the
// definition itself, or as the params of the request or notification that has
// that definition.
type definition struct {
	version, name, method string
}

var versions = append(protocol.ModernVersions(), protocol.LegacyVersions()...)

// from names a definition in all versions since one.
func from(version, name string) (in []definition) {
	for _, v := range versions {
		if v >= version {
			in = append(in, definition{version: v, name: name})
		}
	}
	return in
}

func everywhere(name string) []definition { return from(protocol.Version20241105, name) }

func modern(name string) []definition { return from(protocol.Version20260728, name) }

func legacy(name string) (in []definition) { return everywhere(name)[len(protocol.ModernVersions()):] }

// paramsOf makes the definitions those of a method's frame.
func paramsOf(method string, in []definition) []definition {
	for i := range in {
		in[i].method = method
	}
	return in
}

func raw(s string) jsontext.Value { return jsontext.Value(s) }

func lifecycleSamples() []sample {
	kiln := protocol.Implementation{Name: "kiln", Version: "3.1.4"}
	return []sample{
		{"implementation", &kiln, `{"name":"kiln","version":"3.1.4"}`, everywhere("Implementation")},
		{"implementation without names", &protocol.Implementation{}, `{"name":"","version":""}`, everywhere("Implementation")},
		{"implementation in full", &protocol.Implementation{
			Name: "kiln", Title: "The Kiln", Version: "3.1.4", Description: "Fires clay", WebsiteURL: "https://kiln.example",
			Icons: []protocol.Icon{{Src: "https://kiln.example/i.png", MIMEType: "image/png", Sizes: []string{"48x48"}, Theme: "dark"}},
		}, `{"name":"kiln","title":"The Kiln","version":"3.1.4","description":"Fires clay","websiteUrl":"https://kiln.example",` +
			`"icons":[{"src":"https://kiln.example/i.png","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}]}`, everywhere("Implementation")},
		{"server capabilities, none", &protocol.ServerCapabilities{}, `{}`, everywhere("ServerCapabilities")},
		{"server capabilities", &protocol.ServerCapabilities{
			Tools:       &protocol.ToolsCapability{ListChanged: true},
			Resources:   &protocol.ResourcesCapability{Subscribe: true, ListChanged: true},
			Prompts:     &protocol.PromptsCapability{},
			Logging:     &protocol.Declared{},
			Completions: &protocol.Declared{},
		}, `{"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{},"logging":{},"completions":{}}`, everywhere("ServerCapabilities")},
		{"server capabilities, extended", &protocol.ServerCapabilities{
			Tools:        &protocol.ToolsCapability{Extra: raw(`{"a":1}`)},
			Extensions:   map[string]jsontext.Value{"b.example/": raw(`{}`), "a.example/x": raw(`{"on":true}`)},
			Experimental: map[string]jsontext.Value{"e": raw(`{}`)},
			Extra:        raw(`{"tasks":{"list":{}}}`),
		}, `{"tools":{"a":1},"extensions":{"a.example/x":{"on":true},"b.example/":{}},"experimental":{"e":{}},"tasks":{"list":{}}}`, everywhere("ServerCapabilities")},
		{"client capabilities, none", &protocol.ClientCapabilities{}, `{}`, everywhere("ClientCapabilities")},
		{"client capabilities, modern", &protocol.ClientCapabilities{
			Roots:       &protocol.RootsCapability{},
			Sampling:    &protocol.SamplingCapability{Tools: &protocol.Declared{}, Context: &protocol.Declared{}},
			Elicitation: &protocol.ElicitationCapability{Form: &protocol.Declared{}, URL: &protocol.Declared{}},
			Extensions:  map[string]jsontext.Value{"a.example/x": raw(`{}`)},
			Extra:       raw(`{"kilns":{"hot":true}}`),
		}, `{"roots":{},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}},"extensions":{"a.example/x":{}},"kilns":{"hot":true}}`, everywhere("ClientCapabilities")},
		{"client capabilities, legacy", &protocol.ClientCapabilities{
			Roots: &protocol.RootsCapability{ListChanged: true}, Sampling: &protocol.SamplingCapability{}, Elicitation: &protocol.ElicitationCapability{},
		}, `{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`, everywhere("ClientCapabilities")},
		{"initialize", &protocol.InitializeParams{ProtocolVersion: "2025-11-25", ClientInfo: kiln},
			`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"kiln","version":"3.1.4"}}`,
			paramsOf("initialize", legacy("InitializeRequest"))},
		{"initialize result", &protocol.InitializeResult{ProtocolVersion: "2025-11-25", ServerInfo: kiln, Instructions: "Stoke."},
			`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"kiln","version":"3.1.4"},"instructions":"Stoke."}`,
			legacy("InitializeResult")},
		{"discover result", &protocol.DiscoverResult{
			CacheableResult: protocol.CacheableResult{
				Result: protocol.Result{ResultType: protocol.ResultComplete, Meta: protocol.Meta(`{"io.modelcontextprotocol/serverInfo":{"name":"kiln","version":"3.1.4"}}`)},
				TTLMs:  new(int64), CacheScope: protocol.CachePrivate,
			},
			SupportedVersions: protocol.ModernVersions(), Instructions: "Stoke.",
		}, `{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"kiln","version":"3.1.4"}},"ttlMs":0,"cacheScope":"private",` +
			`"supportedVersions":["2026-07-28"],"capabilities":{},"instructions":"Stoke."}`, modern("DiscoverResult")},
		{"empty result, legacy", &protocol.Result{}, `{}`, legacy("EmptyResult")},
		{"empty result, modern", &protocol.Result{ResultType: protocol.ResultComplete}, `{"resultType":"complete"}`, modern("EmptyResult")},
		{"listen result", &protocol.Result{ResultType: protocol.ResultComplete, Meta: protocol.Meta(`{"io.modelcontextprotocol/subscriptionId":0}`)},
			`{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":0}}`, modern("SubscriptionsListenResult")},
	}
}

func notificationSamples() []sample {
	return []sample{
		{"progress", &protocol.ProgressParams{ProgressToken: raw(`0`), Progress: 0}, `{"progressToken":0,"progress":0}`,
			paramsOf("notifications/progress", everywhere("ProgressNotification"))},
		{"progress in full", &protocol.ProgressParams{ProgressToken: raw(`"\u0041"`), Progress: 0.5, Total: 2, Message: "half"},
			`{"progressToken":"\u0041","progress":0.5,"total":2,"message":"half"}`,
			paramsOf("notifications/progress", everywhere("ProgressNotification"))},
		{"cancelled", &protocol.CancelledParams{RequestID: raw(`""`)}, `{"requestId":""}`,
			paramsOf("notifications/cancelled", everywhere("CancelledNotification"))},
		{"cancelled in full", &protocol.CancelledParams{RequestID: raw(`9007199254740993`), Reason: "operator"}, `{"requestId":9007199254740993,"reason":"operator"}`,
			paramsOf("notifications/cancelled", everywhere("CancelledNotification"))},
		{"cancelled without id", &protocol.CancelledParams{}, `{}`,
			[]definition{{protocol.Version20251125, "CancelledNotification", "notifications/cancelled"}}},
		{"set level", &protocol.SetLevelParams{Level: protocol.LevelWarning}, `{"level":"warning"}`,
			paramsOf("logging/setLevel", legacy("SetLevelRequest"))},
		{"log message", &protocol.LogMessageParams{Level: protocol.LevelEmergency, Logger: "kiln", Data: raw(`{"hot":true}`)},
			`{"level":"emergency","logger":"kiln","data":{"hot":true}}`,
			paramsOf("notifications/message", everywhere("LoggingMessageNotification"))},
		{"log message, null", &protocol.LogMessageParams{Level: protocol.LevelDebug, Data: raw(`null`)}, `{"level":"debug","data":null}`,
			paramsOf("notifications/message", everywhere("LoggingMessageNotification"))},
		{"listen for nothing", &protocol.ListenParams{}, `{"notifications":{}}`,
			paramsOf("subscriptions/listen", modern("SubscriptionsListenRequest"))},
		{"listen", &protocol.ListenParams{Notifications: protocol.Filter{
			ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true, ResourceSubscriptions: []string{"kiln://glaze/7"},
		}}, `{"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["kiln://glaze/7"]}}`,
			paramsOf("subscriptions/listen", modern("SubscriptionsListenRequest"))},
		{"acknowledged", &protocol.AcknowledgedParams{
			Notifications: protocol.Filter{ToolsListChanged: true}, Meta: protocol.Meta(`{"io.modelcontextprotocol/subscriptionId":"L"}`),
		}, `{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":"L"}}`,
			paramsOf("notifications/subscriptions/acknowledged", modern("SubscriptionsAcknowledgedNotification"))},
		{"list changed", &protocol.ListChangedParams{Meta: protocol.Meta(`{"io.modelcontextprotocol/subscriptionId":1}`)},
			`{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}`,
			paramsOf("notifications/tools/list_changed", everywhere("ToolListChangedNotification"))},
		{"resource updated", &protocol.ResourceUpdatedParams{URI: "kiln://glaze/7"}, `{"uri":"kiln://glaze/7"}`,
			paramsOf("notifications/resources/updated", everywhere("ResourceUpdatedNotification"))},
		{"elicitation complete", &protocol.ElicitationCompleteParams{ElicitationID: "e1"}, `{"elicitationId":"e1"}`,
			[]definition{{protocol.Version20251125, "ElicitationCompleteNotification", "notifications/elicitation/complete"}}},
	}
}

func errorSamples() []sample {
	return []sample{
		{"cancelled error", protocol.RequestCancelled(), `{"code":0,"message":"Request cancelled"}`, nil},
		{"method not found", protocol.MethodNotFound("server/discover"), `{"code":-32601,"message":"Method not found","data":"server/discover"}`, modern("MethodNotFoundError")},
		{"unsupported version", protocol.UnsupportedVersion(protocol.ModernVersions(), protocol.UnknownVersion),
			`{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"unknown"}}`, modern("Error")},
		{"missing capability", protocol.MissingCapability(protocol.CapElicitationForm, protocol.CapSampling),
			`{"code":-32021,"message":"Missing required client capability","data":{"requiredCapabilities":{"sampling":{},"elicitation":{"form":{}}}}}`, modern("Error")},
	}
}

func samples() []sample {
	var all []sample
	for _, family := range [][]sample{
		lifecycleSamples(), notificationSamples(), toolSamples(), contentSamples(), familySamples(), errorSamples(),
	} {
		all = append(all, family...)
	}
	return all
}
