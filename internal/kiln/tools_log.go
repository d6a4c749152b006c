package kiln

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addLogTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "siren", Description: "Logs once at each of the eight levels"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			for l := protocol.LevelDebug; l <= protocol.LevelEmergency; l++ {
				if err := req.Log(l, l.String()); err != nil {
					return "", err
				}
			}
			return "wailed", nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "log_then_fail", Description: "Logs an error, then fails"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			if err := req.Log(protocol.LevelError, "about to fail"); err != nil {
				return "", err
			}
			return "", protocol.InternalError()
		})
	server.AddTool(k.Server, protocol.Tool{Name: "log", Description: "Logs data at a level"},
		func(_ context.Context, req *server.Request, in struct {
			Level string `json:"level,omitempty"`
			Data  string `json:"data,omitempty"`
		}) (string, error) {
			level, ok := protocol.ParseLevel(in.Level)
			if !ok {
				if in.Level != "" {
					return "", fmt.Errorf("unknown level %q", in.Level)
				}
				level = protocol.LevelInfo
			}
			if in.Data == "" {
				in.Data = "hello"
			}
			return "logged", req.Log(level, in.Data)
		})
	server.AddTool(k.Server, protocol.Tool{Name: "logmsg", Description: "Logs one message"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			return "logged", req.Log(protocol.LevelInfo, "a message")
		})
}
