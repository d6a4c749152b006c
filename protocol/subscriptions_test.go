package protocol_test

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestParseFilter(t *testing.T) {
	for text, want := range map[string]protocol.Filter{
		`{}`: {},
		`{"toolsListChanged":true,"glazeListChanged":true}`:    {ToolsListChanged: true},
		`{"promptsListChanged":true,"toolsListChanged":false}`: {PromptsListChanged: true},
		`{"resourcesListChanged":true}`:                        {ResourcesListChanged: true},
		`{"resourceSubscriptions":["a","b"]}`:                  {ResourceSubscriptions: []string{"a", "b"}},
		`{"resourceSubscriptions":[]}`:                         {ResourceSubscriptions: []string{}},
	} {
		got, err := protocol.ParseFilter(raw(text))
		require.NoError(t, err, text)
		require.Empty(t, cmp.Diff(want, got), text)
	}
	for text, names := range map[string]string{
		``: "notifications", `null`: "notifications", `[]`: "notifications", `true`: "notifications",
		`{"toolsListChanged":1}`:               "toolsListChanged",
		`{"promptsListChanged":null}`:          "promptsListChanged",
		`{"resourcesListChanged":"true"}`:      "resourcesListChanged",
		`{"resourceSubscriptions":null}`:       "resourceSubscriptions",
		`{"resourceSubscriptions":"a"}`:        "resourceSubscriptions",
		`{"resourceSubscriptions":["a",null]}`: "resourceSubscriptions",
	} {
		_, err := protocol.ParseFilter(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
		require.ErrorContains(t, err, names, text)
	}
}

// Decisions C5.
// Shows S-SUB-5.
func TestNarrow(t *testing.T) {
	all := protocol.Filter{ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true, ResourceSubscriptions: []string{"a"}}
	for text, want := range map[string]protocol.Filter{
		`{}`: {},
		`{"tools":{},"prompts":{},"resources":{}}`: {},
		`{"tools":{"listChanged":true}}`:           {ToolsListChanged: true},
		`{"prompts":{"listChanged":true}}`:         {PromptsListChanged: true},
		`{"resources":{"listChanged":true}}`:       {ResourcesListChanged: true},
		`{"resources":{"subscribe":true}}`:         {ResourceSubscriptions: []string{"a"}},
		`{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true}}`: all,
	} {
		var server protocol.ServerCapabilities
		require.NoError(t, protocol.Unmarshal([]byte(text), &server))
		require.Empty(t, cmp.Diff(want, all.Narrow(&server)), text)
		require.Empty(t, cmp.Diff(protocol.Filter{}, protocol.Filter{}.Narrow(&server)), "nothing asked, nothing promised")
	}
}

// Shows S-SUB-1.
func TestWants(t *testing.T) {
	all := []string{
		protocol.NotificationToolsListChanged, protocol.NotificationPromptsListChanged, protocol.NotificationResourcesListChanged,
		protocol.NotificationResourcesUpdated, protocol.NotificationProgress, protocol.NotificationMessage,
	}
	for wanted, f := range map[string]protocol.Filter{
		"":                                      {},
		protocol.NotificationToolsListChanged:   {ToolsListChanged: true},
		protocol.NotificationPromptsListChanged: {PromptsListChanged: true},
		protocol.NotificationResourcesListChanged: {ResourcesListChanged: true},
		protocol.NotificationResourcesUpdated:     {ResourceSubscriptions: []string{"x", "test://a"}},
	} {
		for _, n := range all {
			require.Equal(t, n == wanted, f.Wants(n, "test://a"), "%+v wants %s", f, n)
		}
	}
}

// Decisions C7: exactly, or as a path prefix that ends at a segment.
func TestWantsResource(t *testing.T) {
	for _, c := range []struct {
		watched, uri string
		want         bool
	}{
		{"test://a/b", "test://a/b", true},
		{"test://a/b", "test://a/b/c", true},
		{"test://a/b/", "test://a/b/c", true},
		{"test://a/b", "test://a/bc", false},
		{"test://a/b/c", "test://a/b", false},
		{"test://a/b/", "test://a/b", false},
		{"test://a/b", "test://a/B", false},
		{"", "test://a", false},
	} {
		f := protocol.Filter{ResourceSubscriptions: []string{c.watched}}
		require.Equal(t, c.want, f.Wants(protocol.NotificationResourcesUpdated, c.uri), "%+v", c)
	}
}
