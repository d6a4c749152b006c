package export

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

func render(t *testing.T, format string, sh model.Sheet) string {
	var b strings.Builder
	require.NoError(t, Render(&b, format, sh))
	return b.String()
}

func TestEveryFormatIsDeterministic(t *testing.T) {
	for _, sh := range model.Sheets() {
		for _, format := range Formats() {
			first := render(t, format, sh)
			for range 5 {
				require.Equal(t, first, render(t, format, sh), sh.Name)
			}
		}
	}
}

// A row that moves is on exactly one arrow, a row that acts and stays in one
// box, and nothing is drawn without words.
func TestPicturesAreComplete(t *testing.T) {
	for _, sh := range model.Sheets() {
		p := draw(sh)
		var drawn []model.SheetRow
		for _, x := range p.boxes {
			drawn = append(drawn, x.inside...)
			requireWords(t, sh.Name, len(x.inside) > 0, x.text())
		}
		pairs := map[[2]string]bool{}
		for _, a := range p.arrows {
			drawn = append(drawn, a.rows...)
			requireWords(t, sh.Name, true, a.label())
			requireWords(t, sh.Name, true, a.short())
			require.False(t, pairs[[2]string{a.from.name, a.to.name}], "%s: two arrows from %s to %s", sh.Name, a.from.name, a.to.name)
			pairs[[2]string{a.from.name, a.to.name}] = true
		}
		var want []model.SheetRow
		for _, r := range sh.Rows {
			if r.From != r.To || r.Do != "" {
				want = append(want, r)
			}
		}
		require.ElementsMatch(t, want, drawn, sh.Name)
	}
}

func requireWords(t *testing.T, name string, some bool, lines []string) {
	require.Equal(t, some, len(lines) > 0, name)
	for _, l := range lines {
		require.NotEmpty(t, strings.Trim(l, " ,/"), "%s: %q", name, lines)
	}
}

// Mermaid takes these for syntax.
func TestMermaidMeetsNoSyntaxInNames(t *testing.T) {
	for _, sh := range model.Sheets() {
		for _, names := range [][]string{sh.States, sh.Events, sh.Effects[1:]} {
			for _, n := range names {
				require.Regexp(t, `^[A-Z][A-Za-z]*$`, n, sh.Name)
			}
		}
	}
}

func TestRenderRefusesOtherFormats(t *testing.T) {
	err := Render(io.Discard, "svg", door())
	require.ErrorIs(t, err, ErrFormat)
	require.EqualError(t, err, `unknown format "svg": choose one of mermaid, dot, text, promela`)
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestFailedWritesAreReported(t *testing.T) {
	for _, format := range Formats() {
		require.ErrorIs(t, Render(fullDisk{}, format, door()), errFull, format)
	}
	require.ErrorIs(t, Moves(fullDisk{}, door()), errFull)
}
