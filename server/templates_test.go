package server_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func templates(t *testing.T, f frame) (all []string) {
	var got struct {
		Result struct {
			ResourceTemplates []struct{ URITemplate string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(f.line), &got), f.line)
	for _, template := range got.Result.ResourceTemplates {
		all = append(all, template.URITemplate)
	}
	return all
}

// A template that is taken away is neither listed nor read, its clients are told
// once, and what it hid is there again; in both eras.
func TestRemoveResourceTemplate(t *testing.T) {
	const narrow, wide = "x:kiln/{n}", "x:{+any}"
	says := func(text string) server.ResourceHandler {
		return func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{protocol.TextContents(uri, "text/plain", text)}}, nil
		}
	}
	fill := func(g *rig) {
		g.srv.AddResourceTemplate(protocol.ResourceTemplate{URITemplate: narrow, Name: "narrow"}, says("narrow"))
		g.srv.AddResourceTemplate(protocol.ResourceTemplate{URITemplate: wide, Name: "wide"}, says("wide"))
	}
	eras(t, nil, fill, func(g *rig, more string) {
		told := []string{`{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}`}
		if more != "" {
			g.answer(listening("9", `{"resourcesListChanged":true}`))
			told = []string{`{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":9}}}`}
		}
		list := func() []string { return templates(g.t, g.answer(request("resources/templates/list", more))) }
		read := func() frame { return g.answer(request("resources/read", `"uri":"x:kiln/7"`+more)) }
		require.Equal(g.t, []string{narrow, wide}, list())
		require.Contains(g.t, read().line, `"text":"narrow"`)

		require.True(g.t, g.srv.RemoveResourceTemplate(narrow))
		require.Equal(g.t, told, g.hear())
		require.Equal(g.t, []string{wide}, list())
		require.Contains(g.t, read().line, `"text":"wide"`)

		require.False(g.t, g.srv.RemoveResourceTemplate(narrow), "it has gone")
		require.False(g.t, g.srv.RemoveResourceTemplate("x:kiln/7"), "that is a URI")
		require.Empty(g.t, g.hear(), "nothing has changed")

		require.True(g.t, g.srv.RemoveResourceTemplate(wide))
		require.Equal(g.t, told, g.hear())
		require.Empty(g.t, list())
		want := protocol.CodeResourceNotFound
		if more != "" {
			want = protocol.CodeInvalidParams
		}
		require.Equal(g.t, want, read().code(g.t))

		g.srv.AddResourceTemplate(protocol.ResourceTemplate{URITemplate: narrow, Name: "narrow"}, says("again"))
		require.Equal(g.t, told, g.hear())
		require.Contains(g.t, read().line, `"text":"again"`)
	})
}
