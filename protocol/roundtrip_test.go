package protocol_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	text   = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\"\\\n\u2028", "null", "😀"}))
	value  = rapid.Map(rapid.SampledFrom([]string{`null`, `0`, `9007199254740993`, `1e2`, `""`, `"\ud800"`, `[]`, `{}`, `{"a":[{"b":null}]}`}), raw)
	object = rapid.Map(rapid.SampledFrom([]string{`{}`, `{"a":1}`, `{"type":"object","x":[1,"\u0041"]}`}), raw)
	meta   = rapid.Map(rapid.SampledFrom([]string{``, `{}`, `{"b":1,"a":{"c":"\ud800"}}`, `{"progressToken":0}`}), func(s string) protocol.Meta {
		if s == "" {
			return nil
		}
		return protocol.Meta(s)
	})
	notes = rapid.Ptr(rapid.Custom(func(t *rapid.T) protocol.Annotations {
		return protocol.Annotations{
			Audience:     rapid.SampledFrom([][]protocol.Role{nil, {protocol.RoleUser}, {protocol.RoleAssistant, protocol.RoleUser}}).Draw(t, "audience"),
			Priority:     rapid.Ptr(rapid.Float64Range(0, 1), true).Draw(t, "priority"),
			LastModified: text.Draw(t, "modified"),
		}
	}), true)
	icons    = rapid.SampledFrom([][]protocol.Icon{nil, {{Src: "data:,", Theme: "dark"}}, {{}, {Src: "a", MIMEType: "image/png", Sizes: []string{"any"}}}})
	resource = rapid.Custom(func(t *rapid.T) protocol.Resource {
		return protocol.Resource{
			URI: text.Draw(t, "uri"), Name: text.Draw(t, "name"), Title: text.Draw(t, "title"), Description: text.Draw(t, "description"),
			MIMEType: text.Draw(t, "mime"), Size: rapid.Ptr(rapid.Int64(), true).Draw(t, "size"),
			Annotations: notes.Draw(t, "notes"), Icons: icons.Draw(t, "icons"), Meta: meta.Draw(t, "meta"),
		}
	})
	contents = rapid.Custom(func(t *rapid.T) protocol.ResourceContents {
		return protocol.ResourceContents{
			URI: text.Draw(t, "uri"), MIMEType: text.Draw(t, "mime"), Meta: meta.Draw(t, "meta"),
			Text: rapid.Ptr(text, true).Draw(t, "text"), Blob: rapid.Ptr(text, true).Draw(t, "blob"),
		}
	})
	tool = rapid.Custom(func(t *rapid.T) protocol.Tool {
		return protocol.Tool{
			Name: text.Draw(t, "name"), Title: text.Draw(t, "title"), Description: text.Draw(t, "description"),
			InputSchema: object.Draw(t, "input"), OutputSchema: maybe(value).Draw(t, "output"),
			Annotations: rapid.Ptr(rapid.Custom(func(t *rapid.T) protocol.ToolAnnotations {
				hint := rapid.Ptr(rapid.Bool(), true)
				return protocol.ToolAnnotations{Title: text.Draw(t, "title"), ReadOnlyHint: rapid.Bool().Draw(t, "ro"), DestructiveHint: hint.Draw(t, "d"),
					IdempotentHint: rapid.Bool().Draw(t, "i"), OpenWorldHint: hint.Draw(t, "o")}
			}), true).Draw(t, "annotations"),
			Icons: icons.Draw(t, "icons"), Meta: meta.Draw(t, "meta"), Extra: maybe(rapid.Just(raw(`{"execution":{"taskSupport":"optional"}}`))).Draw(t, "extra"),
		}
	})
	result = rapid.Custom(func(t *rapid.T) protocol.Result {
		return protocol.Result{ResultType: rapid.SampledFrom([]protocol.ResultType{"", protocol.ResultComplete}).Draw(t, "type"), Meta: meta.Draw(t, "meta")}
	})
	cacheable = rapid.Custom(func(t *rapid.T) protocol.CacheableResult {
		return protocol.CacheableResult{Result: result.Draw(t, "result"), TTLMs: rapid.Ptr(rapid.Int64Min(0), true).Draw(t, "ttl"),
			CacheScope: rapid.SampledFrom([]protocol.CacheScope{"", protocol.CachePrivate, protocol.CachePublic}).Draw(t, "scope")}
	})
	page = rapid.Custom(func(t *rapid.T) protocol.Page {
		return protocol.Page{NextCursor: rapid.Ptr(text, true).Draw(t, "cursor")}
	})
)

// maybe also draws nil, for absent.
func maybe(g *rapid.Generator[jsontext.Value]) *rapid.Generator[jsontext.Value] {
	return rapid.OneOf(rapid.Just[jsontext.Value](nil), g)
}

func content(depth int) *rapid.Generator[protocol.Content] {
	return rapid.Custom(func(t *rapid.T) protocol.Content {
		kinds := []protocol.ContentType{"text", "image", "audio", "resource", "resource_link", "tool_use", "video", "tool_result"}
		if depth == 0 {
			kinds = kinds[:7]
		}
		c := protocol.Content{Type: rapid.SampledFrom(kinds).Draw(t, "type")}
		switch c.Type {
		case "text", "image", "audio", "resource":
			c.Annotations = notes.Draw(t, "notes")
		}
		if c.Type != "resource_link" && c.Type != "video" {
			c.Meta = meta.Draw(t, "meta")
		}
		switch c.Type {
		case "text":
			c.Text = text.Draw(t, "text")
		case "image", "audio":
			c.Data, c.MIMEType = text.Draw(t, "data"), text.Draw(t, "mime")
		case "resource":
			c.Resource = new(contents.Draw(t, "resource"))
		case "resource_link":
			c.Link = new(resource.Draw(t, "link"))
		case "tool_use":
			c.ToolUse = &protocol.ToolUse{ID: text.Draw(t, "id"), Name: text.Draw(t, "name"), Input: object.Draw(t, "input")}
		case "tool_result":
			c.ToolResult = &protocol.ToolResult{ToolUseID: text.Draw(t, "id"), Content: rapid.SliceOfN(content(depth-1), 0, 3).Draw(t, "content"),
				StructuredContent: maybe(value).Draw(t, "structured"), IsError: rapid.Bool().Draw(t, "error")}
		case "video":
			c.Raw = raw(`{"type":"video","text":5,"data":"\ud800"}`)
		}
		return c
	})
}

func answers(t *rapid.T) protocol.Answers {
	return protocol.Answers{
		InputResponses: rapid.SampledFrom([]map[string]jsontext.Value{nil, {}, {"b": raw(`{}`), "a": raw(`{"action":"cancel"}`)}}).Draw(t, "responses"),
		RequestState:   rapid.Ptr(text, true).Draw(t, "state"),
	}
}

// What is encoded decodes to the same value, and that to the same bytes.
func TestRoundTrip(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) any{
		"content": func(t *rapid.T) any { return new(content(2).Draw(t, "content")) },
		"tools": func(t *rapid.T) any {
			return &protocol.ListToolsResult{CacheableResult: cacheable.Draw(t, "head"), Tools: rapid.SliceOfN(tool, 0, 3).Draw(t, "tools"), Page: page.Draw(t, "page")}
		},
		"call": func(t *rapid.T) any {
			return &protocol.CallToolParams{Name: text.Draw(t, "name"), Arguments: maybe(object).Draw(t, "arguments"), Answers: answers(t), Meta: meta.Draw(t, "meta")}
		},
		"call result": func(t *rapid.T) any {
			return &protocol.CallToolResult{Result: result.Draw(t, "head"), Content: rapid.SliceOfN(content(1), 0, 3).Draw(t, "content"),
				StructuredContent: maybe(value).Draw(t, "structured"), IsError: rapid.Bool().Draw(t, "error")}
		},
		"read result": func(t *rapid.T) any {
			return &protocol.ReadResourceResult{CacheableResult: cacheable.Draw(t, "head"), Contents: rapid.SliceOfN(contents, 0, 3).Draw(t, "contents")}
		},
		"resources": func(t *rapid.T) any {
			return &protocol.ListResourcesResult{CacheableResult: cacheable.Draw(t, "head"), Resources: rapid.SliceOfN(resource, 0, 3).Draw(t, "resources"), Page: page.Draw(t, "page")}
		},
		"filter": func(t *rapid.T) any {
			return &protocol.ListenParams{Meta: meta.Draw(t, "meta"), Notifications: protocol.Filter{
				ToolsListChanged: rapid.Bool().Draw(t, "t"), PromptsListChanged: rapid.Bool().Draw(t, "p"), ResourcesListChanged: rapid.Bool().Draw(t, "r"),
				ResourceSubscriptions: rapid.SampledFrom([][]string{nil, {""}, {"a", "b"}}).Draw(t, "s"),
			}}
		},
		"progress": func(t *rapid.T) any {
			return &protocol.ProgressParams{ProgressToken: value.Draw(t, "token"), Progress: rapid.Float64().Draw(t, "progress"), Total: rapid.Float64Range(1, 1e300).Draw(t, "total"),
				Message: text.Draw(t, "message"), Meta: meta.Draw(t, "meta")}
		},
		"error": func(t *rapid.T) any {
			return &protocol.Error{Code: rapid.Int().Draw(t, "code"), Message: text.Draw(t, "message"), Data: maybe(value).Draw(t, "data")}
		},
		"sampling": func(t *rapid.T) any {
			return &protocol.SamplingMessage{Role: protocol.RoleUser, Content: rapid.SliceOfN(content(1), 0, 3).Draw(t, "content"), Meta: meta.Draw(t, "meta")}
		},
	} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			want := draw(t)
			first, err := protocol.Marshal(want)
			if err != nil {
				t.Fatalf("%v in %+v", err, want)
			}
			got := reflect.New(reflect.TypeOf(want).Elem()).Interface()
			if err := protocol.Unmarshal(first, got); err != nil {
				t.Fatalf("%v in %s", err, first)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %s", first, diff)
			}
			second, err := protocol.Marshal(got)
			if err != nil || !bytes.Equal(first, second) {
				t.Fatalf("%s became %s (%v)", first, second, err)
			}
			if bytes.ContainsAny(first, "\n\r") {
				t.Fatalf("more than a line: %q", first)
			}
		}))
	}
}
