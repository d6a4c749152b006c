package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// door has one of everything that a picture treats in its own way: parallel
// rows, a row that acts and stays, one that only stays, a long list with two
// exceptions, a state that nothing leaves and one that nothing reaches.
func door() model.Sheet {
	return model.Sheet{
		Name: "Door", Doc: "A door that is \"locked\" for good.", Start: "Shut",
		States:  []string{"Shut", "Open", "Attic", "Locked"},
		Events:  []string{"Push", "Pull", "Knock", "Wind", "Key", "Axe"},
		Effects: []string{"-", "Swing", "Ring", "Bolt"},
		Rows: []model.SheetRow{
			{From: "Shut", On: "Push", To: "Open", Do: "Swing", Ref: "rules A1"},
			{From: "Shut", On: "Pull", To: "Open", Do: "Swing", Ref: "rules A2"},
			{From: "Shut", On: "Knock", To: "Shut", Do: "Ring", Level: model.MAY, Ref: "rules A3"},
			{From: "Shut", On: "Wind", To: "Shut", Ref: "rules A4"},
			{From: "Shut", On: "Key", To: "Locked", Do: "Bolt", Level: model.POLICY, Ref: "rules A5"},
			{From: "Shut", On: "Axe", To: "Open", Ref: "rules A1"},
			{From: "Open", On: "Push", To: "Shut", Do: "Swing", Ref: "rules A6"},
			{From: "Attic", On: "Push", To: "Shut", Ref: "rules A7"},
			{From: "Locked", On: "Push", To: "Locked", Do: "Ring", Ref: "rules A8"},
			{From: "Locked", On: "Pull", To: "Locked", Do: "Ring", Ref: "rules A8"},
			{From: "Locked", On: "Knock", To: "Locked", Do: "Ring", Ref: "rules A8"},
			{From: "Locked", On: "Wind", To: "Locked", Do: "Ring", Ref: "rules A8"},
			{From: "Locked", On: "Key", To: "Locked", Do: "Ring", Ref: "rules A8"},
			{From: "Locked", On: "Axe", To: "Locked", Ref: "rules A9"},
		},
	}
}

func TestMermaid(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Mermaid(&b, door()))
	require.Equal(t, `stateDiagram-v2
  state "Shut" as Shut
  Shut : Knock / Ring
  state "Open" as Open
  state "Locked" as Locked
  Locked : all but Axe / Ring
  [*] --> Shut
  Shut --> Open : Push, Pull / Swing<br/>Axe
  Shut --> Locked : Key / Bolt
  Open --> Shut : Push / Swing
  Locked --> [*]
`, b.String())
}

func TestMoves(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Moves(&b, door()))
	require.Equal(t, `stateDiagram-v2
  state "Shut" as Shut
  state "Open" as Open
  state "Locked" as Locked
  [*] --> Shut
  Shut --> Open : Push, Pull, Axe
  Shut --> Locked : Key
  Open --> Shut : Push
  Locked --> [*]
`, b.String())
}

func TestDOT(t *testing.T) {
	var b strings.Builder
	require.NoError(t, DOT(&b, door()))
	require.Equal(t, `digraph "Door" {
  label="Door: A door that is \"locked\" for good.";
`+dotStyle+`  "Shut" [label=<<b>Shut</b><br/><font point-size="10">Knock / Ring</font><br align="left"/>>, peripheries=1, tooltip="rules A3"];
  "Open" [label=<<b>Open</b>>, peripheries=1, tooltip="Open"];
  "Locked" [label=<<b>Locked</b><br/><font point-size="10">all but Axe / Ring</font><br align="left"/>>, peripheries=2, tooltip="rules A8"];
  "[*]" -> "Shut";
  "Shut" -> "Open" [label="Push, Pull / Swing\nAxe", tooltip="rules A1; rules A2", labeltooltip="rules A1; rules A2"];
  "Shut" -> "Locked" [label="Key / Bolt", tooltip="rules A5", labeltooltip="rules A5"];
  "Open" -> "Shut" [label="Push / Swing", tooltip="rules A6", labeltooltip="rules A6"];
}
`, b.String())
}

func TestListing(t *testing.T) {
	sh := door()
	sh.Rows = sh.Rows[2:5]
	var b strings.Builder
	require.NoError(t, Listing(&b, sh))
	require.Equal(t, `Door: A door that is "locked" for good.
It starts in Shut.

FROM  ON     TO      EFFECT  LEVEL   CLAUSES
Shut  Knock  Shut    Ring    MAY     rules A3
Shut  Wind   Shut    -       MUST    rules A4
Shut  Key    Locked  Bolt    Policy  rules A5
`, b.String())
}

// hall is a sheet of n arrows, each of them with events that ask for different
// things.
func hall(n, events int) model.Sheet {
	sh := model.Sheet{Name: "Hall", Start: "S0", States: []string{"S0"}}
	for i := range n {
		to := fmt.Sprintf("S%d", i+1)
		sh.States = append(sh.States, to)
		for e := range events {
			sh.Rows = append(sh.Rows, model.SheetRow{From: "S0", On: fmt.Sprintf("Event%dOf%d", e, i), To: to, Do: fmt.Sprintf("Do%d", e)})
		}
	}
	return sh
}

func TestCrowdedPicturesNameOnlyEvents(t *testing.T) {
	for n, want := range map[int]string{
		crowded - 1: "S0 --> S1 : Event0Of0 / Do0<br/>Event1Of0 / Do1\n",
		crowded:     "S0 --> S1 : Event0Of0, Event1Of0\n",
	} {
		var b strings.Builder
		require.NoError(t, Mermaid(&b, hall(n, 2)))
		require.Contains(t, b.String(), want)
		require.NotContains(t, b.String(), "init")
	}
}

func TestTallLabelsGetRoom(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Mermaid(&b, hall(1, 4)))
	require.True(t, strings.HasPrefix(b.String(), "stateDiagram-v2\n"), "one alone has room")
	b.Reset()
	require.NoError(t, Mermaid(&b, hall(2, 4)))
	require.True(t, strings.HasPrefix(b.String(), "%%{init: {\"state\": {\"nodeSpacing\": 120, \"rankSpacing\": 80}}}%%\nstateDiagram-v2\n"), b.String())
}
