package kiln

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// The forms of the conformance suite: every kind of default, and of choice.
const (
	defaultsForm = `{"type":"object","properties":{` +
		`"name":{"type":"string","default":"John Doe"},` +
		`"age":{"type":"integer","default":30},` +
		`"score":{"type":"number","default":95.5},` +
		`"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},` +
		`"verified":{"type":"boolean","default":true}},"required":[]}`
	choicesForm = `{"type":"object","properties":{` +
		`"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},` +
		`"titledSingle":{"type":"string","oneOf":[` + titledValues + `]},` +
		`"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},` +
		`"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},` +
		`"titledMulti":{"type":"array","items":{"anyOf":[` + titledValues + `]}}},"required":[]}`
	titledValues = `{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}`
)

func (k *Kiln) addConformanceAskTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "test_sampling", Description: "Asks the client's model"},
		func(_ context.Context, req *server.Request, in struct {
			Prompt string `json:"prompt"`
		}) (string, error) {
			res, ok := req.SampleAnswer("answer")
			if !ok {
				return "", req.Need(server.AskModel("answer", says(in.Prompt, 100)))
			}
			return "LLM response: " + textOf(res), nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "test_elicitation", Description: "Asks the user for a name and an address"},
		func(_ context.Context, req *server.Request, in struct {
			Message string `json:"message"`
		}) (string, error) {
			return elicited(req, in.Message, server.FormSchema[struct {
				Username string `json:"username"`
				Email    string `json:"email"`
			}]())
		})
	form := func(name, description, message, schema string) {
		server.AddTool(k.Server, protocol.Tool{Name: name, Description: description},
			func(_ context.Context, req *server.Request, _ open) (string, error) {
				return elicited(req, message, jsontext.Value(schema))
			})
	}
	form("test_elicitation_sep1034_defaults", "Asks the user, with a default for every field", "Please review the defaults", defaultsForm)
	form("test_elicitation_sep1330_enums", "Asks the user to choose, in every way there is", "Please choose", choicesForm)
	server.AddTool(k.Server, protocol.Tool{Name: "test_streaming_elicitation", Description: "Asks the user to confirm"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			return elicited(req, "Please confirm", server.FormSchema[struct {
				OK bool `json:"ok"`
			}]())
		})
	server.AddTool(k.Server, protocol.Tool{Name: "test_missing_capability", Description: "Works only for a client that declares sampling"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			return "sampling is declared", req.Require(protocol.CapSampling)
		})
}

// elicited asks with a form and reports whatever the user did.
func elicited(req *server.Request, message string, schema jsontext.Value) (string, error) {
	res, ok := req.ElicitAnswer("form")
	if !ok {
		return "", req.Need(server.AskForm("form", message, schema))
	}
	content := string(res.Content)
	if content == "" {
		content = "{}"
	}
	return fmt.Sprintf("Elicitation completed: action=%s, content=%s", res.Action, content), nil
}

// says is the user saying text.
func says(text string, maxTokens int64) protocol.CreateMessageParams {
	return protocol.CreateMessageParams{
		Messages:  []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text(text)}}},
		MaxTokens: maxTokens,
	}
}

func textOf(res protocol.CreateMessageResult) (text string) {
	for _, b := range res.Content {
		text += b.Text
	}
	return text
}
