package kiln

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// reportPause is between the reports of the conformance suite's tools.
const reportPause = 50 * time.Millisecond

func (k *Kiln) addReportTools() {
	add := func(name, description string, run func(ctx context.Context, req *server.Request) error) {
		server.AddTool(k.Server, protocol.Tool{Name: name, Description: description},
			func(ctx context.Context, req *server.Request, _ open) (string, error) {
				return name + " is done", run(ctx, req)
			})
	}
	add("test_tool_with_progress", "Reports progress three times, if a token was given", func(ctx context.Context, req *server.Request) error {
		for i, done := range []float64{0, 50, 100} {
			if err := between(ctx, i); err != nil {
				return err
			}
			if err := req.Progress(done, 100, ""); err != nil {
				return err
			}
		}
		return nil
	})
	add("test_tool_with_logging", "Logs three times", func(ctx context.Context, req *server.Request) error {
		for i, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			if err := between(ctx, i); err != nil {
				return err
			}
			if err := req.Log(protocol.LevelInfo, text); err != nil {
				return err
			}
		}
		return nil
	})
	add("test_logging_tool", "Logs once, if that was asked for", func(_ context.Context, req *server.Request) error {
		return req.Log(protocol.LevelInfo, "Tool executed")
	})
	add("test_trigger_tool_change", "Announces that the list of tools has changed", func(context.Context, *server.Request) error {
		k.Server.PublishToolsChanged()
		return nil
	})
	add("test_trigger_prompt_change", "Announces that the list of prompts has changed", func(context.Context, *server.Request) error {
		k.Server.PublishPromptsChanged()
		return nil
	})
	server.AddTool(k.Server, protocol.Tool{
		Name: "json_schema_2020_12_tool", Description: "Has a schema with keywords of JSON Schema 2020-12",
		InputSchema: jsontext.Value(contactSchema),
	}, func(context.Context, *server.Request, open) (string, error) { return "accepted", nil })
}

// between pauses before every report but the first.
func between(ctx context.Context, i int) error {
	if i == 0 {
		return nil
	}
	return sleep(ctx, reportPause)
}

const contactSchema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
	`"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},` +
	`"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},` +
	`"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},` +
	`"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],` +
	`"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},` +
	`"then":{"required":["phone"]},"else":{"required":["email"]},` +
	`"additionalProperties":false}`
