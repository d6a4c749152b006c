package kiln

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addResources() {
	text := func(uri, name, mime string, body func() string) {
		k.Server.AddResource(protocol.Resource{URI: uri, Name: name, MIMEType: mime},
			func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
				return contents(protocol.TextContents(uri, mime, body())), nil
			})
	}
	constant := func(s string) func() string { return func() string { return s } }
	text("kiln://glaze/7", "glaze 7", "text/plain", constant("a celadon"))
	text("test://static-text", "static text", "text/plain", constant("This is the content of the static text resource."))
	text("test://watched-resource", "watched", "text/plain", constant("Watch me."))
	text("mem://doc", "doc", "text/plain", constant("a document in memory"))
	var counter atomic.Int64
	text("test://counter", "counter", "text/plain", func() string { return fmt.Sprint(counter.Load()) })
	k.Server.AddResource(protocol.Resource{URI: "test://static-binary", Name: "static binary", MIMEType: "image/png"},
		func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			return contents(protocol.BlobContents(uri, "image/png", pngPixel())), nil
		})
	k.Server.AddResourceTemplate(protocol.ResourceTemplate{URITemplate: "test://template/{id}/data", Name: "templated data", MIMEType: "application/json"}, templated)
	k.Server.AddResourceTemplate(protocol.ResourceTemplate{URITemplate: "test://item/{id}", Name: "item", MIMEType: "text/plain"},
		func(_ context.Context, _ *server.Request, uri string, vars map[string]string) (*protocol.ReadResourceResult, error) {
			return contents(protocol.TextContents(uri, "text/plain", "item "+vars["id"])), nil
		})
	k.addTouchTools(&counter)
}

func contents(c protocol.ResourceContents) *protocol.ReadResourceResult {
	return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{c}}
}

func templated(_ context.Context, _ *server.Request, uri string, vars map[string]string) (*protocol.ReadResourceResult, error) {
	body, err := json.Marshal(map[string]any{"id": vars["id"], "templateTest": true, "data": "Data for ID: " + vars["id"]})
	if err != nil {
		return nil, err
	}
	return contents(protocol.TextContents(uri, "application/json", string(body))), nil
}

func (k *Kiln) addTouchTools(counter *atomic.Int64) {
	server.AddTool(k.Server, protocol.Tool{Name: "touch_resource", Description: "Counts up and announces the update"},
		func(_ context.Context, _ *server.Request, in struct {
			URI string `json:"uri,omitempty"`
		}) (string, error) {
			uri := in.URI
			if uri == "" {
				uri = "test://counter"
			}
			n := counter.Add(1)
			k.Server.PublishResourceUpdated(uri)
			return fmt.Sprintf("counter=%d", n), nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "touch", Description: "Announces an update of mem://doc"},
		func(context.Context, *server.Request, open) (string, error) {
			k.Server.PublishResourceUpdated("mem://doc")
			return "touched", nil
		})
}
