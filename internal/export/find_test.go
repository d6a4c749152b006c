package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"Request":               "Request",
		"request":               "Request",
		"req":                   "Request",
		"era":                   "Era/first-frame",
		"E":                     "Era/first-frame",
		"neg":                   "Negotiation/auto",
		"era/first-frame":       "Era/first-frame",
		"ERA/First-Frame/g":     "Era/first-frame/grace",
		"era/first-success":     "Era/first-success",
		"era/open":              "Era/opening-request",
		"negotiation/legacy":    "Negotiation/legacy",
		"leg":                   "LegacySession",
		"era/first-frame/grace": "Era/first-frame/grace",
	} {
		sh, err := Find(model.Sheets(), name)
		require.NoError(t, err, name)
		require.Equal(t, want, sh.Name, name)
	}
}

func TestFindSaysWhatThereIs(t *testing.T) {
	_, err := Find(model.Sheets(), "era/first")
	require.ErrorIs(t, err, ErrMachine)
	require.EqualError(t, err, `no such machine "era/first": say which of `+
		`Era/first-frame, Era/first-frame/grace, Era/first-success, Era/first-success/grace`)

	_, err = Find(model.Sheets(), "l")
	require.EqualError(t, err, `no such machine "l": say which of Lifetime, LegacySession`)

	for _, name := range []string{"", "door", "era/door"} { // no name at all fits everything
		_, err = Find(model.Sheets(), name)
		require.ErrorIs(t, err, ErrMachine)
		for _, sh := range model.Sheets() {
			require.ErrorContains(t, err, sh.Name)
		}
	}
}
