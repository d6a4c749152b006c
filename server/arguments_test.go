package server

import (
	"encoding/json"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/protocol"
)

type plainArguments struct {
	Text  string  `json:"text"`
	Count int     `json:"count,omitempty"`
	Tiny  int8    `json:"tiny"`
	Rate  float64 `json:"rate,omitzero"`
	On    bool
	Off   string `json:"-"`
}

// TestPlanDecodesAsTheLibrary: what the plan takes on, it decodes to what the
// library makes of it; what the library refuses, the plan leaves to it.
func TestPlanDecodesAsTheLibrary(t *testing.T) {
	plan := planArguments(reflect.TypeFor[plainArguments]())
	require.NotNil(t, plan)
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		raw := drawArguments(t)
		var fast, slow plainArguments
		err := protocol.Unmarshal(raw, &slow)
		if !plan.decode(raw, reflect.ValueOf(&fast).Elem()) {
			return
		}
		taken++
		if err != nil {
			t.Fatalf("the library refuses %s: %v", raw, err)
		}
		if fast != slow {
			t.Fatalf("%s: %+v, not %+v", raw, fast, slow)
		}
	})
	require.NotZero(t, taken)
}

func drawArguments(t *rapid.T) []byte {
	names := rapid.SampledFrom([]string{"text", "count", "tiny", "rate", "On", "on", "Off", "other", `te\u0078t`})
	values := rapid.SampledFrom([]string{
		`"a"`, `""`, `"é"`, `"a\nb"`, `"\ud800"`, "0", "-0", "7", "-128", "128", "1.5", "1e3", "1.0", "999999999999999999", "9999999999999999999",
		"true", "false", "null", "[1,\"]\"]", `{"text":"inner"}`,
	})
	raw, seen := " {", map[string]bool{}
	for range rapid.IntRange(0, 5).Draw(t, "members") {
		name := names.Draw(t, "name")
		if seen[name] || name == `te\u0078t` && seen["text"] || name == "text" && seen[`te\u0078t`] {
			continue
		}
		if len(seen) > 0 {
			raw += " , "
		}
		seen[name] = true
		raw += `"` + name + `" : ` + values.Draw(t, "value")
	}
	raw += " }"
	require.True(t, json.Valid([]byte(raw)), raw)
	return []byte(raw)
}

func TestPlanLeavesWhatHasItsOwnJSON(t *testing.T) {
	type inner struct{ A string }
	for _, v := range []any{
		struct{ N big.Int }{}, struct{ P *string }{}, struct{ inner }{}, struct{ L []string }{}, struct {
			S int `json:",string"`
		}{}, struct{ F float32 }{}, map[string]any{}, 7,
	} {
		require.Nil(t, planArguments(reflect.TypeOf(v)), "%T", v)
	}
}

// What the library never decodes the plan does not decode now and then.
func TestPlanLeavesWhatTheLibraryRefuses(t *testing.T) {
	require.Nil(t, planArguments(reflect.TypeFor[struct{ D time.Duration }]()))
}
