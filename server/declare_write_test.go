package server

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/protocol"
)

var genDeclaredText = rapid.SampledFrom([]string{"", "a", "ä \"quoted\"\n", "<&>\u2028", "bad \xff UTF-8", "2026-07-28"})

func genSettings(t *rapid.T, label string) map[string]jsontext.Value {
	if rapid.Bool().Draw(t, label) {
		return nil
	}
	return rapid.MapOfN(genDeclaredText, rapid.SampledFrom([]jsontext.Value{jsontext.Value(`{}`), jsontext.Value(`{"a":[1]}`)}), 0, 3).Draw(t, label)
}

func genCapabilities(t *rapid.T) (c protocol.ServerCapabilities) {
	flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
	if flag("tools") {
		c.Tools = &protocol.ToolsCapability{ListChanged: flag("changed")}
	}
	if flag("resources") {
		c.Resources = &protocol.ResourcesCapability{ListChanged: flag("changed"), Subscribe: flag("subscribe")}
	}
	if flag("prompts") {
		c.Prompts = &protocol.PromptsCapability{ListChanged: flag("changed")}
	}
	if flag("logging") {
		c.Logging = &protocol.Declared{}
	}
	if flag("completions") {
		c.Completions = &protocol.Declared{}
	}
	c.Extensions, c.Experimental = genSettings(t, "extensions"), genSettings(t, "experimental")
	return c
}

// What is appended by hand is what the library writes, byte for byte.
func TestDeclarationIsWrittenAsTheLibraryWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return genDeclaredText.Draw(t, label) }
		s := New(protocol.Implementation{
			Name: "n" + text("name"), Version: "v" + text("version"), Title: text("title"), Description: text("description"), WebsiteURL: text("url"),
		})
		if rapid.Bool().Draw(t, "icons") {
			s = New(protocol.Implementation{Name: "n", Version: "v", Icons: []protocol.Icon{{Src: "data:,"}}})
		}
		s.cfg.instructions, s.cfg.noServerInfo = text("instructions"), rapid.Bool().Draw(t, "nameless")
		s.cfg.modern = rapid.SliceOfN(genDeclaredText, 0, 3).Draw(t, "versions")
		caps := genCapabilities(t)

		info, err := protocol.Marshal(s.info)
		require.NoError(t, err)
		require.Equal(t, string(info), string(s.infoV))

		res := protocol.DiscoverResult{SupportedVersions: s.cfg.modern, Capabilities: caps, Instructions: s.cfg.instructions}
		res.SetModern(s.serverInfo())
		want, err := protocol.Marshal(&res)
		require.NoError(t, err)
		require.Equal(t, string(want), string(s.encodeDiscover(&caps)))

		want, err = protocol.Marshal(protocol.InitializeResult{
			ProtocolVersion: "2025-11-25", Capabilities: caps, ServerInfo: s.info, Instructions: s.cfg.instructions,
		})
		require.NoError(t, err)
		require.Equal(t, string(want), string(s.encodeInitialize("2025-11-25", &caps)))
	})
}
