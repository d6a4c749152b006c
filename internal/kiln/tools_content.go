package kiln

import (
	"context"
	"errors"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addContentTools() {
	content := func(name, description string, blocks ...protocol.Content) {
		server.AddTool(k.Server, protocol.Tool{Name: name, Description: description},
			func(context.Context, *server.Request, open) ([]protocol.Content, error) { return blocks, nil })
	}
	embedded := protocol.EmbeddedResource(protocol.TextContents("test://embedded-resource", "text/plain", "This is an embedded resource content."))
	content("test_simple_text", "Returns one text", protocol.Text("This is a simple text response for testing."))
	content("test_image_content", "Returns an image", protocol.Image(pngPixel(), "image/png"))
	content("test_audio_content", "Returns an audio clip", protocol.Audio(wavHeader(), "audio/wav"))
	content("test_embedded_resource", "Returns an embedded resource", embedded)
	content("test_multiple_content_types", "Returns a text, an image and a resource",
		protocol.Text("Multiple content types test:"), protocol.Image(pngPixel(), "image/png"),
		protocol.EmbeddedResource(protocol.TextContents("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)))
	server.AddTool(k.Server, protocol.Tool{Name: "test_error_handling", Description: "Returns a result with isError"},
		func(context.Context, *server.Request, open) (string, error) {
			return "", errors.New("this tool intentionally returns an error for testing")
		})
}
