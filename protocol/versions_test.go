package protocol_test

import (
	"slices"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

func TestVersionsAreNewestFirst(t *testing.T) {
	require.Equal(t, []string{"2026-07-28"}, protocol.ModernVersions())
	require.Equal(t, []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}, protocol.LegacyVersions())
	require.Equal(t, protocol.ModernVersions()[0], protocol.LatestModern)
	require.Equal(t, protocol.LegacyVersions()[0], protocol.LatestLegacy)

	protocol.LegacyVersions()[0] = "changed"
	protocol.ModernVersions()[0] = "changed"
	require.False(t, slices.Contains(protocol.LegacyVersions(), "changed"))
	require.False(t, slices.Contains(protocol.ModernVersions(), "changed"))
}

func TestEraOf(t *testing.T) {
	for _, v := range protocol.ModernVersions() {
		era, ok := protocol.EraOf(v)
		require.True(t, ok)
		require.Equal(t, protocol.Modern, era)
	}
	for _, v := range protocol.LegacyVersions() {
		era, ok := protocol.EraOf(v)
		require.True(t, ok)
		require.Equal(t, protocol.Legacy, era)
	}
	for _, v := range []string{"", "2024-10-07", "2031-02-03", "v999.0.0", " 2026-07-28"} {
		_, ok := protocol.EraOf(v)
		require.False(t, ok, v)
	}
	require.Equal(t, "legacy modern none", protocol.Legacy.String()+" "+protocol.Modern.String()+" "+protocol.Era(0).String())
}

func TestVersionFacts(t *testing.T) {
	type facts struct{ batches, errorsNeedID, structured, objectOnly bool }
	for version, want := range map[string]facts{
		"2026-07-28": {structured: true},
		"2025-11-25": {structured: true, objectOnly: true},
		"2025-06-18": {errorsNeedID: true, structured: true, objectOnly: true},
		"2025-03-26": {errorsNeedID: true, batches: true, objectOnly: true},
		"2024-11-05": {errorsNeedID: true, objectOnly: true},
		"2031-02-03": {},
		"":           {},
	} {
		got := facts{protocol.HasBatches(version), protocol.ErrorsNeedID(version), protocol.HasStructuredContent(version), protocol.StructuredContentIsObject(version)}
		require.Equal(t, want, got, version)
	}
}

// ErrorsNeedID and HasBatches are what the schemas say.
func TestVersionFactsAreTheSchemas(t *testing.T) {
	for _, version := range versions {
		schema, member := readSchema(t, version)
		defs := schema[member].(map[string]any)
		_, batches := defs["JSONRPCBatchRequest"]
		require.Equal(t, batches, protocol.HasBatches(version), version)
		response, ok := defs["JSONRPCErrorResponse"].(map[string]any)
		if !ok {
			response = defs["JSONRPCError"].(map[string]any)
		}
		require.Equal(t, slices.Contains(response["required"].([]any), any("id")), protocol.ErrorsNeedID(version), version)
		_, structured := defs["CallToolResult"].(map[string]any)["properties"].(map[string]any)["structuredContent"]
		require.Equal(t, structured, protocol.HasStructuredContent(version), version)
	}
}
