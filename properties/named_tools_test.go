package properties

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A tool that was named wrongly is told of, and the server is not blamed for it.
func TestNamedToolsThatAreRefused(t *testing.T) {
	only := Only("stamps and filters", "progress")
	j := judged(t, good(), only, Runs(3), ChangeTool("shrink", ""), ProgressTool("tell", ""))
	require.Empty(t, j.failed)
	told := strings.Join(j.told, "\n")
	require.Contains(t, told, "ProgressTool: tell cannot be used: the call was refused: {")
	require.Contains(t, told, "ChangeTool: shrink cannot be used: the call was refused: {")
	require.Equal(t, 2, strings.Count(told, "skipped"), told)
	j = judged(t, good(), only, Runs(3), tools)
	require.NotContains(t, strings.Join(j.told, "\n"), "cannot be used")
}
