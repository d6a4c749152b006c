package protocol_test

import (
	"github.com/eralock/eralock/protocol"
	"github.com/go-json-experiment/json/jsontext"
)

func toolSamples() []sample {
	return []sample{
		{"tool", &protocol.Tool{Name: "now", InputSchema: raw(`{"type":"object"}`)}, `{"name":"now","inputSchema":{"type":"object"}}`, everywhere("Tool")},
		{"tool in full", &protocol.Tool{
			Name: "now", Title: "Now", Description: "The time", InputSchema: raw(`{"type":"object","properties":{"zone":{"type":"string"}}}`),
			OutputSchema: raw(`{"type":"object"}`),
			Annotations:  &protocol.ToolAnnotations{Title: "T", ReadOnlyHint: true, DestructiveHint: new(false), IdempotentHint: true, OpenWorldHint: new(true)},
			Icons:        []protocol.Icon{{Src: "data:,"}}, Meta: protocol.Meta(`{"a/b":1}`), Extra: raw(`{"execution":{"taskSupport":"optional"}}`),
		}, `{"name":"now","title":"Now","description":"The time","inputSchema":{"type":"object","properties":{"zone":{"type":"string"}}},"outputSchema":{"type":"object"},` +
			`"annotations":{"title":"T","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},` +
			`"icons":[{"src":"data:,"}],"_meta":{"a/b":1},"execution":{"taskSupport":"optional"}}`, everywhere("Tool")},
		{"list params", &protocol.ListParams{}, `{}`, paramsOf("tools/list", everywhere("ListToolsRequest"))},
		{"list params, empty cursor", &protocol.ListParams{Cursor: new("")}, `{"cursor":""}`, paramsOf("tools/list", everywhere("ListToolsRequest"))},
		{"tools, modern", &protocol.ListToolsResult{
			CacheableResult: protocol.CacheableResult{Result: protocol.Result{ResultType: protocol.ResultComplete}, TTLMs: new(int64(5)), CacheScope: protocol.CachePublic},
			Tools:           []protocol.Tool{}, Page: protocol.Page{NextCursor: new("")},
		}, `{"resultType":"complete","ttlMs":5,"cacheScope":"public","tools":[],"nextCursor":""}`, modern("ListToolsResult")},
		{"tools, legacy", &protocol.ListToolsResult{Tools: []protocol.Tool{{Name: "now", InputSchema: raw(`{"type":"object"}`)}}},
			`{"tools":[{"name":"now","inputSchema":{"type":"object"}}]}`, legacy("ListToolsResult")},
		{"call", &protocol.CallToolParams{Name: "now"}, `{"name":"now"}`, paramsOf("tools/call", everywhere("CallToolRequest"))},
		{"call in full", &protocol.CallToolParams{
			Name: "now", Arguments: raw(`{"text":"\ud800"}`),
			Answers: protocol.Answers{InputResponses: map[string]jsontext.Value{"k": raw(`{"action":"cancel"}`)}, RequestState: new("")},
			Meta:    protocol.Meta(`{"progressToken":0}`),
		}, `{"name":"now","arguments":{"text":"\ud800"},"inputResponses":{"k":{"action":"cancel"}},"requestState":"","_meta":{"progressToken":0}}`,
			paramsOf("tools/call", everywhere("CallToolRequest"))},
		{"call result, empty", &protocol.CallToolResult{Content: []protocol.Content{}}, `{"content":[]}`, legacy("CallToolResult")},
		{"call result, legacy", &protocol.CallToolResult{Content: []protocol.Content{protocol.Text("")}, StructuredContent: raw(`{"a":1}`), IsError: true},
			`{"content":[{"type":"text","text":""}],"structuredContent":{"a":1},"isError":true}`, legacy("CallToolResult")},
		{"call result, modern", &protocol.CallToolResult{Result: protocol.Result{ResultType: protocol.ResultComplete}, Content: []protocol.Content{}, StructuredContent: raw(`null`)},
			`{"resultType":"complete","content":[],"structuredContent":null}`, modern("CallToolResult")},
	}
}

func contentSamples() []sample {
	notes := &protocol.Annotations{Audience: []protocol.Role{protocol.RoleUser}, Priority: new(0.0), LastModified: "2026-07-28T00:00:00Z"}
	in := func(since, name string) []definition {
		return append(from(since, name), from("2025-06-18", "ContentBlock")...)
	}
	ptr := func(c protocol.Content) *protocol.Content { return &c }
	resource := protocol.Resource{URI: "kiln://glaze/7", Name: "glaze", Title: "Glaze", Description: "Shiny", MIMEType: "text/plain",
		Size: new(int64), Annotations: notes, Icons: []protocol.Icon{{Src: "data:,"}}, Meta: protocol.Meta(`{"a":1}`)}
	const resourceJSON = `"uri":"kiln://glaze/7","name":"glaze","title":"Glaze","description":"Shiny","mimeType":"text/plain","size":0,` +
		`"annotations":{"audience":["user"],"priority":0,"lastModified":"2026-07-28T00:00:00Z"},"icons":[{"src":"data:,"}],"_meta":{"a":1}`
	return []sample{
		{"text", ptr(protocol.Text("")), `{"type":"text","text":""}`, in("2024-11-05", "TextContent")},
		{"text in full", &protocol.Content{Type: protocol.TypeText, Text: "a\n\u2028\"", Annotations: notes, Meta: protocol.Meta(`{}`)},
			`{"type":"text","text":"a\n` + "\u2028" + `\"","annotations":{"audience":["user"],"priority":0,"lastModified":"2026-07-28T00:00:00Z"},"_meta":{}}`,
			in("2024-11-05", "TextContent")},
		{"image", ptr(protocol.Image([]byte{1, 2, 3, 4}, "image/png")), `{"type":"image","data":"AQIDBA==","mimeType":"image/png"}`, in("2024-11-05", "ImageContent")},
		{"image without data", &protocol.Content{Type: protocol.TypeImage}, `{"type":"image","data":"","mimeType":""}`, in("2024-11-05", "ImageContent")},
		{"audio", ptr(protocol.Audio(nil, "audio/wav")), `{"type":"audio","data":"","mimeType":"audio/wav"}`, in("2025-03-26", "AudioContent")},
		{"embedded text", ptr(protocol.EmbeddedResource(protocol.TextContents("test://a", "text/plain", ""))),
			`{"type":"resource","resource":{"uri":"test://a","mimeType":"text/plain","text":""}}`, in("2024-11-05", "EmbeddedResource")},
		{"embedded blob", ptr(protocol.EmbeddedResource(protocol.BlobContents("test://a", "", nil))),
			`{"type":"resource","resource":{"uri":"test://a","blob":""}}`, in("2024-11-05", "EmbeddedResource")},
		{"link", ptr(protocol.ResourceLink(protocol.Resource{URI: "test://a"})), `{"type":"resource_link","uri":"test://a","name":""}`, in("2025-06-18", "ResourceLink")},
		{"link in full", ptr(protocol.ResourceLink(resource)), `{"type":"resource_link",` + resourceJSON + `}`, in("2025-06-18", "ResourceLink")},
		{"resource", &resource, `{` + resourceJSON + `}`, everywhere("Resource")},
		{"tool use", &protocol.Content{Type: protocol.TypeToolUse, ToolUse: &protocol.ToolUse{ID: "u", Name: "now", Input: raw(`{}`)}},
			`{"type":"tool_use","id":"u","name":"now","input":{}}`, from("2025-11-25", "ToolUseContent")},
		{"tool result", &protocol.Content{Type: protocol.TypeToolResult, ToolResult: &protocol.ToolResult{ToolUseID: "u", Content: []protocol.Content{}}},
			`{"type":"tool_result","toolUseId":"u","content":[]}`, from("2025-11-25", "ToolResultContent")},
		{"tool result in full", &protocol.Content{Type: protocol.TypeToolResult, Meta: protocol.Meta(`{"a":1}`), ToolResult: &protocol.ToolResult{
			ToolUseID: "u", Content: []protocol.Content{protocol.Text("x")}, StructuredContent: raw(`{}`), IsError: true}},
			`{"type":"tool_result","toolUseId":"u","content":[{"type":"text","text":"x"}],"structuredContent":{},"isError":true,"_meta":{"a":1}}`,
			from("2025-11-25", "ToolResultContent")},
		{"unknown kind", &protocol.Content{Type: "video", Raw: raw(`{"text":5,"type":"video","n":1e2,"_meta":[]}`)}, `{"text":5,"type":"video","n":1e2,"_meta":[]}`, nil},
	}
}
