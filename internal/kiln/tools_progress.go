package kiln

import (
	"context"
	"fmt"
	"time"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addProgressTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "progress", Description: "Reports progress n times, if a token was given"}, progress)
	server.AddTool(k.Server, protocol.Tool{Name: "step", Description: "Reports progress 1 to n"},
		func(_ context.Context, req *server.Request, in struct {
			N *int `json:"n,omitempty"`
		}) (string, error) {
			n := 1
			if in.N != nil {
				n = *in.N
			}
			for i := 1; i <= n; i++ {
				if err := req.Progress(float64(i), 0, ""); err != nil {
					return "", err
				}
			}
			return "stepped", nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "step_fail", Description: "Reports progress once, then fails"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			if err := req.Progress(1, 0, ""); err != nil {
				return "", err
			}
			return "", protocol.InternalError()
		})
	server.AddTool(k.Server, protocol.Tool{Name: "progress_after_return", Description: "Tries to report progress after its result"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			time.AfterFunc(50*time.Millisecond, func() {
				if err := req.Progress(1, 0, "too late"); err != nil {
					panic(err) // it is discarded, not refused
				}
			})
			return "returned", nil
		})
}

func progress(ctx context.Context, req *server.Request, in struct {
	N       *int `json:"n,omitempty" jsonschema:"how often, 3 if absent"`
	DelayMs *int `json:"delayMs,omitempty" jsonschema:"milliseconds between reports, 5 if absent"`
}) (string, error) {
	n, delay := 3, 5
	if in.N != nil {
		n = *in.N
	}
	if in.DelayMs != nil {
		delay = *in.DelayMs
	}
	for i := 1; i <= n; i++ {
		if err := req.Progress(float64(i), float64(n), fmt.Sprintf("step %d", i)); err != nil {
			return "", err
		}
		if delay > 0 {
			if err := sleep(ctx, time.Duration(delay)*time.Millisecond); err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("reported %d", n), nil
}
