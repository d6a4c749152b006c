package export

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

func promela(t *testing.T, family ...model.Sheet) string {
	var b strings.Builder
	require.NoError(t, Promela(&b, family...))
	return b.String()
}

func TestPromela(t *testing.T) {
	sh := door()
	sh.Rows = append(sh.Rows[3:6:6], sh.Rows[6])
	require.Equal(t, `/* Door: states, events, effects. */
#define Door_Shut 0
#define Door_Open 1
#define Door_Attic 2
#define Door_Locked 3

#define Door_on_Push 0
#define Door_on_Pull 1
#define Door_on_Knock 2
#define Door_on_Wind 3
#define Door_on_Key 4
#define Door_on_Axe 5

#define Door_do_Nothing 0
#define Door_do_Swing 1
#define Door_do_Ring 2
#define Door_do_Bolt 3

#define Door_start Door_Shut

/* Door: A door that is "locked" for good. */
inline door_step(state, event, effect) {
	effect = Door_do_Nothing;
	if
	:: state == Door_Shut ->
		if
		:: event == Door_on_Wind -> state = Door_Shut /* rules A4 */
		:: event == Door_on_Key -> state = Door_Locked; effect = Door_do_Bolt /* rules A5 */
		:: event == Door_on_Axe -> state = Door_Open /* rules A1 */
		:: else
		fi
	:: state == Door_Open ->
		if
		:: event == Door_on_Push -> state = Door_Shut; effect = Door_do_Swing /* rules A6 */
		:: else
		fi
	:: else
	fi
}
`, promela(t, sh))
}

func TestPromelaOfAFamilyChoosesByMacro(t *testing.T) {
	one, two := door(), door()
	one.Name, two.Name = "Door/oak", "Door/iron-bound/old"
	text := promela(t, one, two)
	require.Equal(t, 1, strings.Count(text, "#define Door_Shut 0"), "the words are common")
	require.Equal(t, []string{"#if defined(Door_oak)", "#elif defined(Door_iron_bound_old)", "#else", "#endif"},
		regexp.MustCompile(`(?m)^#(?:if|el|end).*$`).FindAllString(text, -1))
	require.Equal(t, 2, strings.Count(text, "inline door_step("))
}

var (
	promelaFrom = regexp.MustCompile(`^\t:: state == [A-Za-z]+_([A-Za-z]+) ->$`)
	promelaRow  = regexp.MustCompile(`^\t\t:: event == [A-Za-z]+_on_([A-Za-z]+) -> state = [A-Za-z]+_([A-Za-z]+)(?:; effect = [A-Za-z]+_do_([A-Za-z]+))? /\* (.*) \*/$`)
)

// What is exported is the table: read back, it has the same rows.
func TestPromelaIsTheTable(t *testing.T) {
	for _, sh := range model.Sheets() {
		var rows []model.SheetRow
		from := ""
		for _, line := range strings.Split(promela(t, sh), "\n") {
			if m := promelaFrom.FindStringSubmatch(line); m != nil {
				from = m[1]
			} else if m := promelaRow.FindStringSubmatch(line); m != nil {
				rows = append(rows, model.SheetRow{From: from, On: m[1], To: m[2], Do: m[3], Ref: m[4]})
			}
		}
		want := append([]model.SheetRow(nil), sh.Rows...)
		for i := range want {
			want[i].Level = 0 // is not exported
		}
		require.Equal(t, want, rows, sh.Name)
	}
}
