package protocol_test

import (
	"github.com/eralock/eralock/protocol"
)

func familySamples() []sample {
	complete := protocol.Result{ResultType: protocol.ResultComplete}
	cacheable := protocol.CacheableResult{Result: complete, TTLMs: new(int64), CacheScope: protocol.CachePrivate}
	question := map[string]protocol.InputRequest{
		"b": {Method: protocol.MethodRootsList},
		"a": {Method: protocol.MethodElicit, Params: raw(`{"message":"Who?","requestedSchema":{"type":"object","properties":{}}}`)},
	}
	return []sample{
		{"resources", &protocol.ListResourcesResult{CacheableResult: cacheable, Resources: []protocol.Resource{{URI: "test://a", Name: "a"}}},
			`{"resultType":"complete","ttlMs":0,"cacheScope":"private","resources":[{"uri":"test://a","name":"a"}]}`, modern("ListResourcesResult")},
		{"templates", &protocol.ListResourceTemplatesResult{ResourceTemplates: []protocol.ResourceTemplate{{URITemplate: "test://{id}", Name: "t", MIMEType: "text/plain"}}, Page: protocol.Page{NextCursor: new("2")}},
			`{"resourceTemplates":[{"uriTemplate":"test://{id}","name":"t","mimeType":"text/plain"}],"nextCursor":"2"}`, legacy("ListResourceTemplatesResult")},
		{"read", &protocol.ReadResourceParams{URI: "test://a"}, `{"uri":"test://a"}`, paramsOf("resources/read", everywhere("ReadResourceRequest"))},
		{"read result", &protocol.ReadResourceResult{CacheableResult: cacheable, Contents: []protocol.ResourceContents{
			protocol.TextContents("test://a", "text/plain", "x"), protocol.BlobContents("test://b", "image/png", []byte{255}),
		}}, `{"resultType":"complete","ttlMs":0,"cacheScope":"private","contents":[{"uri":"test://a","mimeType":"text/plain","text":"x"},{"uri":"test://b","mimeType":"image/png","blob":"/w=="}]}`,
			modern("ReadResourceResult")},
		{"subscribe", &protocol.SubscribeParams{URI: "test://a"}, `{"uri":"test://a"}`, paramsOf("resources/subscribe", legacy("SubscribeRequest"))},
		{"prompts", &protocol.ListPromptsResult{Prompts: []protocol.Prompt{{Name: "greet", Description: "Hello", Arguments: []protocol.PromptArgument{{Name: "name", Required: true}}}}},
			`{"prompts":[{"name":"greet","description":"Hello","arguments":[{"name":"name","required":true}]}]}`, legacy("ListPromptsResult")},
		{"get prompt", &protocol.GetPromptParams{Name: "greet", Arguments: map[string]string{"b": "", "a": "x"}}, `{"name":"greet","arguments":{"a":"x","b":""}}`,
			paramsOf("prompts/get", everywhere("GetPromptRequest"))},
		{"prompt", &protocol.GetPromptResult{Result: complete, Description: "d", Messages: []protocol.PromptMessage{{Role: protocol.RoleUser, Content: protocol.Text("hi")}}},
			`{"resultType":"complete","description":"d","messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}`, modern("GetPromptResult")},
		{"complete prompt", &protocol.CompleteParams{Ref: protocol.Reference{Type: protocol.ReferencePrompt, Name: "greet", Title: "G"}, Argument: protocol.CompletionArgument{Name: "a"}},
			`{"ref":{"type":"ref/prompt","name":"greet","title":"G"},"argument":{"name":"a","value":""}}`, paramsOf("completion/complete", everywhere("CompleteRequest"))},
		{"complete resource", &protocol.CompleteParams{Ref: protocol.Reference{Type: protocol.ReferenceResource, URI: "test://{id}"}, Argument: protocol.CompletionArgument{Name: "id", Value: "1"},
			Context: &protocol.CompletionContext{Arguments: map[string]string{"x": "y"}}},
			`{"ref":{"type":"ref/resource","uri":"test://{id}"},"argument":{"name":"id","value":"1"},"context":{"arguments":{"x":"y"}}}`,
			paramsOf("completion/complete", everywhere("CompleteRequest"))},
		{"completion, none", &protocol.CompleteResult{Completion: protocol.Completion{Values: []string{}, Total: new(int64)}}, `{"completion":{"values":[],"total":0}}`, legacy("CompleteResult")},
		{"completion", &protocol.CompleteResult{Result: complete, Completion: protocol.Completion{Values: []string{"a"}, Total: new(int64(200)), HasMore: true}},
			`{"resultType":"complete","completion":{"values":["a"],"total":200,"hasMore":true}}`, modern("CompleteResult")},
		{"input required", &protocol.InputRequiredResult{Result: protocol.Result{ResultType: protocol.ResultInputRequired}, InputRequests: question, RequestState: new("")},
			`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{}}}},"b":{"method":"roots/list"}},"requestState":""}`,
			modern("InputRequiredResult")},
		{"elicit form", &protocol.ElicitParams{Message: "Who?", RequestedSchema: raw(`{"type":"object","properties":{"name":{"type":"string"}}}`)},
			`{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}`, paramsOf("elicitation/create", from("2025-06-18", "ElicitRequest"))},
		{"elicit url", &protocol.ElicitParams{Mode: protocol.ElicitURL, Message: "Go", URL: "https://kiln.example", ElicitationID: "e1"},
			`{"mode":"url","message":"Go","url":"https://kiln.example","elicitationId":"e1"}`, paramsOf("elicitation/create", from("2025-11-25", "ElicitRequest"))},
		{"elicited", &protocol.ElicitResult{Action: protocol.ElicitAccept, Content: raw(`{"name":"Al"}`)}, `{"action":"accept","content":{"name":"Al"}}`, from("2025-06-18", "ElicitResult")},
		{"create message", &protocol.CreateMessageParams{Messages: []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("hi")}}}, MaxTokens: 100},
			`{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"maxTokens":100}`, paramsOf("sampling/createMessage", everywhere("CreateMessageRequest"))},
		{"create message in full", &protocol.CreateMessageParams{
			Messages: []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("a"), protocol.Text("b")}}}, MaxTokens: 0,
			SystemPrompt: "s", IncludeContext: "none", Temperature: new(0.0), StopSequences: []string{"."},
			ModelPreferences: &protocol.ModelPreferences{Hints: []protocol.ModelHint{{Name: "small"}}, CostPriority: new(0.0), SpeedPriority: new(1.0), IntelligencePriority: new(0.5)},
			Tools:            []protocol.Tool{{Name: "now", InputSchema: raw(`{"type":"object"}`)}}, ToolChoice: &protocol.ToolChoice{Mode: "auto"}, Metadata: raw(`{"m":1}`),
		}, `{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}],"maxTokens":0,"systemPrompt":"s","includeContext":"none","temperature":0,"stopSequences":["."],` +
			`"modelPreferences":{"hints":[{"name":"small"}],"costPriority":0,"speedPriority":1,"intelligencePriority":0.5},"tools":[{"name":"now","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"auto"},"metadata":{"m":1}}`,
			paramsOf("sampling/createMessage", from("2025-11-25", "CreateMessageRequest"))},
		{"created message", &protocol.CreateMessageResult{Role: protocol.RoleAssistant, Content: protocol.Blocks{protocol.Text("ok")}, Model: "m", StopReason: "endTurn"},
			`{"role":"assistant","content":{"type":"text","text":"ok"},"model":"m","stopReason":"endTurn"}`, everywhere("CreateMessageResult")},
		{"list roots", &protocol.ListRootsParams{}, `{}`, paramsOf("roots/list", everywhere("ListRootsRequest"))},
		{"roots", &protocol.ListRootsResult{Roots: []protocol.Root{{URI: "file:///r", Name: "R"}}}, `{"roots":[{"uri":"file:///r","name":"R"}]}`, everywhere("ListRootsResult")},
	}
}
