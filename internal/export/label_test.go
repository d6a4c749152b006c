package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

func TestLabels(t *testing.T) {
	five := []string{"Alpha", "Bravo", "Charlie", "Delta", "Echo"}
	eight := append(five[:5:5], "Foxtrot", "Golf", "Hotel")
	for _, c := range []struct {
		name  string
		b     bundle
		all   []string
		width int
		want  []string
	}{
		{"one", bundle{"", five[:1]}, five, 20, []string{"Alpha"}},
		{"with effect", bundle{"Go", five[:2]}, five, 20, []string{"Alpha, Bravo / Go"}},
		{"wrapped", bundle{"Go", five[:3]}, five, 15, []string{"Alpha, Bravo,", "Charlie / Go"}},
		{"effect wrapped", bundle{"Gather", five[:3]}, five, 15, []string{"Alpha, Bravo,", "Charlie", "/ Gather"}},
		{"few are named though few are left", bundle{"Go", five[:4]}, five, 80, []string{"Alpha, Bravo, Charlie, Delta / Go"}},
		{"all", bundle{"Go", five}, five, 80, []string{"Alpha, Bravo, Charlie, Delta, Echo / Go"}},
		{"all but two", bundle{"Go", five}, eight[:7], 80, []string{"all but Foxtrot, Golf / Go"}},
		{"three left", bundle{"Go", five}, eight, 80, []string{"Alpha, Bravo, Charlie, Delta, Echo / Go"}},
	} {
		require.Equal(t, c.want, c.b.lines(c.all, c.width), c.name)
	}
	require.Equal(t, []string{"Alpha", "Bravo", "Charlie", "Delta", "Echo"}, five, "the events are not written to")
}

func TestBoxesCountLongLists(t *testing.T) {
	x := box{events: []string{"Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel"}}
	for i, e := range x.events {
		do := "Refuse"
		if i >= 5 {
			do = "Serve"
		}
		x.inside = append(x.inside, model.SheetRow{On: e, Do: do})
	}
	require.Equal(t, []string{"5 events / Refuse", "Foxtrot, Golf, Hotel / Serve"}, x.text())
	x.events = x.events[:7]
	x.inside = x.inside[:7]
	require.Equal(t, []string{"all but Foxtrot, Golf / Refuse", "Foxtrot, Golf / Serve"}, x.text())
}
