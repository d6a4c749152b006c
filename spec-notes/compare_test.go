package specnotes

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

func TestCompare(t *testing.T) {
	door := func(name string, rows ...model.SheetRow) model.Sheet {
		return model.Sheet{Name: "Door/" + name, States: []string{"Shut", "Open"}, Events: []string{"Push", "Knock", "Wind"}, Rows: rows}
	}
	push := model.SheetRow{From: "Shut", On: "Push", To: "Open", Do: "Swing"}
	knock := model.SheetRow{From: "Shut", On: "Knock", To: "Shut", Do: "Ring"}
	fall := model.SheetRow{From: "Shut", On: "Push", To: "Open"}
	still := model.SheetRow{From: "Open", On: "Knock", To: "Open"}

	var b strings.Builder
	page{"Door", []model.Sheet{door("oak", push, knock), door("elm", fall, still), door("ash", push, knock)}}.compare(&b)
	require.Equal(t, `### In Shut

| On | oak, ash | elm |
|---|---|---|
| Push | Swing → **Open** | → **Open** |
| Knock | Ring |  |

### In Open

| On | elm |
|---|---|
| Knock | - |

`, b.String())
}
