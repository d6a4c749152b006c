package kiln

import (
	"context"
	"errors"
	"fmt"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// colorForm and nameForm are forms of one field.
type (
	colorForm struct {
		Color string `json:"color" jsonschema:"a color of the glaze"`
	}
	nameForm struct {
		Name string `json:"name"`
	}
)

func (k *Kiln) addAskTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "ask_color", Description: "Asks the user for a color"},
		func(_ context.Context, req *server.Request, _ open) (string, error) { return askColor(req) })
	server.AddTool(k.Server, protocol.Tool{Name: "ask_name", Description: "Asks the user for a name"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			var in nameForm
			if !req.Accepted("name", &in) {
				return "", req.Need(server.AskForm("name", "Your name?", server.FormSchema[nameForm]()))
			}
			return "hello " + in.Name, nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "ask_pending", Description: "Is never done: wants to be called again"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			return "", req.Need(server.KeepState("pending"))
		})
	server.AddTool(k.Server, protocol.Tool{Name: "ask_nothing", Description: "Needs input, but does not say which: a mistake"},
		func(_ context.Context, req *server.Request, _ open) (string, error) { return "", req.Need() })
	server.AddTool(k.Server, protocol.Tool{Name: "need_sampling", Description: "Works only for a client that declares sampling"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			return "sampling is declared", req.Require(protocol.CapSampling)
		})
	server.AddTool(k.Server, protocol.Tool{Name: "roots", Description: "Returns how many roots the client has"},
		func(_ context.Context, req *server.Request, _ open) (string, error) {
			res, ok := req.RootsAnswer("roots")
			if !ok {
				return "", req.Need(server.AskRoots("roots"))
			}
			return fmt.Sprint(len(res.Roots)), nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "pull_roots", Description: "Asks the client for its roots while it is called, which only legacy allows"}, pullRoots)
}

func askColor(req *server.Request) (string, error) {
	var in colorForm
	if !req.Accepted("pick", &in) {
		return "", req.Need(
			server.AskForm("pick", "Which color?", server.FormSchema[colorForm]()),
			server.KeepState("asked"))
	}
	return "glazed in " + in.Color, nil
}

// pullRoots tells the model of every failure.
func pullRoots(ctx context.Context, req *server.Request, _ open) (string, error) {
	roots, err := req.Roots(ctx)
	if err != nil {
		return "", errors.New(err.Error())
	}
	text := fmt.Sprintf("%d roots", len(roots))
	for _, r := range roots {
		text += " " + r.URI
	}
	return text, nil
}

// unlisted reads kiln://ask, which no list shows.
func unlisted(_ context.Context, req *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
	if uri != "kiln://ask" {
		return nil, nil
	}
	text, err := askColor(req)
	if err != nil {
		return nil, err
	}
	return contents(protocol.TextContents(uri, "text/plain", text)), nil
}
