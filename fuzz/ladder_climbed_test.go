package fuzz

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// Every rung has a seed, and every class of the classifier a rung.
func TestTheLadderIsClimbed(t *testing.T) {
	reached, classes := map[*rung]bool{}, map[model.Class]bool{}
	for _, line := range rungLines() {
		facts := factsOf(naiveLines(line, limits.MaxLine)[0], limits.MaxDepth)
		r := rungOf(&facts)
		reached[r], classes[r.class] = true, true
	}
	for i := range ladder {
		require.True(t, reached[&ladder[i]], "row %s: %s", ladder[i].row, ladder[i].class)
	}
	require.Len(t, classes, model.Classes)
	require.Equal(t, 1, bytes.Count(rungLines()[0], []byte("\n")))
}
