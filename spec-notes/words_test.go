package specnotes

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// The meanings are found by position, so the constants of the source must be
// the words of the sheet, one by one.
func TestConstantsAreTheWords(t *testing.T) {
	w, err := readWords(os.DirFS(".."))
	require.NoError(t, err)
	for _, p := range pages(model.Sheets()) {
		prefix := strings.TrimSuffix(p.machine, "Session")
		sh := p.sheets[0]
		for _, kind := range []struct {
			of, verb string
			all      []string
		}{{"State", "", sh.States}, {"Event", "On", sh.Events}, {"Effect", "Do", sh.Effects}} {
			require.Len(t, w[prefix+kind.of], len(kind.all), prefix+kind.of)
			for i, c := range w[prefix+kind.of] {
				name := strings.Replace(kind.all[i], "-", "Nothing", 1)
				require.True(t, strings.HasSuffix(name, strings.TrimPrefix(c.constant, prefix+kind.verb)), "%s is %s", c.constant, name)
			}
		}
	}
}

func TestMeanings(t *testing.T) {
	w, err := readWords(os.DirFS(".."))
	require.NoError(t, err)
	require.Equal(t, "end of input", w.meaning("LifetimeEvent", int(model.LifetimeOnEOF), "EOF"))
	require.Equal(t, "ladder row 22: ping without an envelope", w.meaning("EraEvent", int(model.EraOnPing), "Ping"))
	require.Equal(t, "a DiscoverResult", w.meaning("EraEvent", int(model.EraOnDiscoverOut), "DiscoverOut"))
	require.Empty(t, w.meaning("RequestEvent", int(model.RequestOnStart), "Start"))
}

func TestWordsNeedTheModel(t *testing.T) {
	_, err := readWords(os.DirFS("."))
	require.ErrorContains(t, err, "root of the module")
}
