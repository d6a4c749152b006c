package kiln

import (
	"context"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// open is for tools that take any arguments and look at none.
type open map[string]any

func (k *Kiln) addParkTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "park", Description: "Waits for its release, or for a cancel"},
		func(ctx context.Context, req *server.Request, _ open) (string, error) {
			return "released", k.park(ctx, req, false)
		})
	server.AddTool(k.Server, protocol.Tool{Name: "park_stubborn", Description: "Waits for its release and ignores a cancel"},
		func(ctx context.Context, req *server.Request, _ open) (string, error) {
			return "released", k.park(ctx, req, true)
		})
	server.AddTool(k.Server, protocol.Tool{Name: "park_fail", Description: "Waits; a cancel makes it fail"},
		func(ctx context.Context, req *server.Request, _ open) (string, error) {
			if k.park(ctx, req, false) != nil {
				return "", protocol.InternalError()
			}
			return "released", nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "park_stubborn_progress", Description: "Ignores a cancel; reports progress when it is released"},
		func(ctx context.Context, req *server.Request, _ open) (string, error) {
			if err := k.park(ctx, req, true); err != nil {
				return "", err
			}
			return "released", req.Progress(1, 1, "")
		})
	server.AddTool(k.Server, protocol.Tool{Name: "wedge", Description: "Never returns"},
		func(ctx context.Context, _ *server.Request, _ open) (string, error) {
			ctx.Done() // it is going to wait: let others go on
			select {}
		})
}
