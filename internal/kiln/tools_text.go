package kiln

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

type none struct{}

func (k *Kiln) addTextTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "echo", Description: "Returns the text"},
		func(_ context.Context, _ *server.Request, in struct {
			Text string `json:"text"`
		}) (string, error) {
			return in.Text, nil
		})
	ok := jsontext.Value(`{"content":[{"type":"text","text":"ok"}]}`)
	server.AddRawTool(k.Server, protocol.Tool{Name: "raw", Description: "Takes any arguments as they come and returns ok"},
		func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) { return ok, nil })
	server.AddTool(k.Server, protocol.Tool{Name: "echo_len", Description: "Returns the length of the text"},
		func(_ context.Context, _ *server.Request, in struct {
			Text string `json:"text"`
		}) (string, error) {
			return fmt.Sprint(len(in.Text)), nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "client_info", Description: "Returns what the server knows of the client"}, clientInfo)
	server.AddTool(k.Server, protocol.Tool{Name: "memstats", Description: "Returns allocation figures of the server"},
		func(context.Context, *server.Request, none) (string, error) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return fmt.Sprintf("mallocs=%d bytes=%d goroutines=%d", m.Mallocs, m.TotalAlloc, runtime.NumGoroutine()), nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "slow", Description: "Waits ms milliseconds; stubborn ignores a cancel and reports progress"}, slow)
	server.AddTool(k.Server, protocol.Tool{Name: "self_stamped", Description: "Brings its own serverInfo"},
		func(context.Context, *server.Request, none) (*protocol.CallToolResult, error) {
			meta, err := protocol.NewMeta(map[string]any{protocol.KeyServerInfo: protocol.Implementation{Name: "other", Version: "0"}})
			if err != nil {
				return nil, err
			}
			res := &protocol.CallToolResult{Content: []protocol.Content{protocol.Text("stamped")}}
			res.Meta = meta
			return res, nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "prints_to_stdout", Description: "Prints to standard output, where only frames belong"},
		func(context.Context, *server.Request, none) (string, error) {
			fmt.Println("kiln-stray-print")
			return "printed", nil
		})
}

func clientInfo(_ context.Context, req *server.Request, _ none) (string, error) {
	text, err := json.Marshal(map[string]any{
		"era": req.Era().String(), "version": req.Version(), "id": json.RawMessage(req.ID()),
		"client": req.Client().Name, "meta": json.RawMessage(orNull(req.Meta())),
	})
	return string(text), err
}

func orNull(raw []byte) []byte {
	if raw == nil {
		return []byte("null")
	}
	return raw
}

type slowArgs struct {
	Ms       *int `json:"ms,omitempty" jsonschema:"milliseconds, 1000 if absent"`
	Stubborn bool `json:"stubborn,omitempty" jsonschema:"ignore a cancel"`
}

func slow(ctx context.Context, req *server.Request, in slowArgs) (string, error) {
	ms := 1000
	if in.Ms != nil {
		ms = *in.Ms
	}
	d := time.Duration(ms) * time.Millisecond
	if !in.Stubborn {
		if err := sleep(ctx, d); err != nil {
			return "", err
		}
		return "slow done", nil
	}
	const steps = 5
	for i := 1; i <= steps; i++ {
		if err := sleep(context.WithoutCancel(ctx), d/steps); err != nil {
			return "", err
		}
		if err := req.Progress(float64(i), steps, ""); err != nil {
			return "", err
		}
	}
	return "slow done", nil
}
