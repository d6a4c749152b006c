package protocol_test

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

func TestEveryMethodIsFoundByName(t *testing.T) {
	seen := map[string]bool{}
	for _, want := range protocol.Methods() {
		require.False(t, seen[want.Name], "%s twice", want.Name)
		seen[want.Name] = true
		got, ok := protocol.MethodByName(want.Name)
		require.True(t, ok)
		require.Equal(t, want, got)
		got, ok = protocol.MethodByName([]byte(want.Name))
		require.True(t, ok)
		require.Equal(t, want, got)
		require.NotEqual(t, protocol.Nobody, got.Legacy|got.Modern, want.Name)
	}
	for _, name := range []string{"", "tools", "tools/List", "tools/list ", "tasks/get", "notifications/"} {
		got, ok := protocol.MethodByName(name)
		require.False(t, ok, name)
		require.Zero(t, got)
	}
}

func TestMethodsIsACopy(t *testing.T) {
	protocol.Methods()[0].Name = "changed"
	require.Equal(t, protocol.MethodInitialize, protocol.Methods()[0].Name)
}

func TestMethodByNameDoesNotAllocate(t *testing.T) {
	name, unknown := []byte("notifications/subscriptions/acknowledged"), []byte("no/such/method/of/any/revision/of/the/protocol")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, ok := protocol.MethodByName(name); !ok {
			t.Fail()
		}
		if _, ok := protocol.MethodByName(unknown); ok {
			t.Fail()
		}
	}))
}

// S-REMOVED-1, C-REMOVED-1: what the modern era took out.
func TestRemovedMethods(t *testing.T) {
	for _, name := range []string{
		"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
		"notifications/initialized", "notifications/roots/list_changed",
	} {
		m, ok := protocol.MethodByName(name)
		require.True(t, ok)
		require.Equal(t, protocol.Nobody, m.In(protocol.Modern), name)
		require.NotEqual(t, protocol.Nobody, m.In(protocol.Legacy), name)
	}
	// S-MSG-5: a modern server sends no request.
	for _, m := range protocol.Methods() {
		if m.Kind == protocol.KindRequest {
			require.False(t, m.Modern.Has(protocol.ToClient), m.Name)
		}
		require.Equal(t, protocol.Nobody, m.In(0), m.Name)
		require.Equal(t, protocol.Nobody, m.InVersion("2031-02-03"), m.Name)
	}
}

func TestMethodsSince(t *testing.T) {
	for name, since := range map[string]string{
		"elicitation/create": "2025-06-18", "notifications/elicitation/complete": "2025-11-25", "tools/call": "2024-11-05",
	} {
		m, _ := protocol.MethodByName(name)
		for _, version := range protocol.LegacyVersions() {
			require.Equal(t, version >= since, m.InVersion(version) != protocol.Nobody, "%s in %s", name, version)
		}
	}
}

// What a method needs is declared by the side that answers or announces it.
func TestNeedsAreOfOneSide(t *testing.T) {
	for _, m := range protocol.Methods() {
		var client protocol.ClientCapabilities
		client.Declare(m.Needs)
		server := protocol.ServerCapabilities{
			Tools:       &protocol.ToolsCapability{ListChanged: true},
			Resources:   &protocol.ResourcesCapability{ListChanged: true, Subscribe: true},
			Prompts:     &protocol.PromptsCapability{ListChanged: true},
			Completions: &protocol.Declared{}, Logging: &protocol.Declared{},
		}
		if m.Needs == "" {
			require.True(t, client.Has(m.Needs) && server.Has(m.Needs), m.Name)
			continue
		}
		require.NotEqual(t, client.Has(m.Needs), server.Has(m.Needs), m.Name)
		require.False(t, new(protocol.ServerCapabilities).Has(m.Needs), m.Name)
		require.False(t, new(protocol.ClientCapabilities).Has(m.Needs), m.Name)
		fromServer := m.Kind == protocol.KindRequest && m.In(protocol.Legacy) == protocol.ToServer ||
			m.Kind == protocol.KindNotification && m.In(protocol.Legacy) == protocol.ToClient
		if m.Name != protocol.NotificationElicitationComplete { // announces what the client can show
			require.Equal(t, fromServer, server.Has(m.Needs), m.Name)
		}
	}
}

func TestDirections(t *testing.T) {
	require.True(t, protocol.BothWays.Has(protocol.ToServer) && protocol.BothWays.Has(protocol.ToClient))
	require.False(t, protocol.ToServer.Has(protocol.BothWays))
	require.False(t, protocol.InResult.Has(protocol.ToClient))
	for d, want := range map[protocol.Direction]string{
		protocol.Nobody: "nobody", protocol.ToServer: "client to server", protocol.ToClient: "server to client",
		protocol.BothWays: "both ways", protocol.InResult: "in a result", protocol.InResult | protocol.ToClient: "mixed",
	} {
		require.Equal(t, want, d.String())
	}
	require.Equal(t, "request notification none", protocol.KindRequest.String()+" "+protocol.KindNotification.String()+" "+protocol.Kind(0).String())
}
