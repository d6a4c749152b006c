package export

import (
	"errors"
	"fmt"
	"strings"

	"github.com/eralock/eralock/model"
)

// ErrMachine says that a name fits no machine, or more than one.
var ErrMachine = errors.New("no such machine")

// Find picks a sheet by name, without regard to case. The whole name wins; a
// beginning will do where it fits one machine. A beginning without a slash
// stands for the machine's first variant: "era" is Era/first-frame. The error
// wraps ErrMachine and lists the names that would have done.
func Find(sheets []model.Sheet, name string) (model.Sheet, error) {
	var fit []model.Sheet
	want := strings.ToLower(name)
	for _, sh := range sheets {
		have := strings.ToLower(sh.Name)
		if have == want {
			return sh, nil
		}
		if strings.HasPrefix(have, want) {
			fit = append(fit, sh)
		}
	}
	switch {
	case len(fit) == 0:
		return model.Sheet{}, fmt.Errorf("%w %q: choose one of %s", ErrMachine, name, names(sheets))
	case len(fit) == 1 || !strings.Contains(want, "/") && sameMachine(fit):
		return fit[0], nil
	}
	return model.Sheet{}, fmt.Errorf("%w %q: say which of %s", ErrMachine, name, names(fit))
}

// sameMachine reports whether all sheets are variants of one machine.
func sameMachine(sheets []model.Sheet) bool {
	first, _, _ := strings.Cut(sheets[0].Name, "/")
	for _, sh := range sheets[1:] {
		if machine, _, _ := strings.Cut(sh.Name, "/"); machine != first {
			return false
		}
	}
	return true
}

func names(sheets []model.Sheet) string {
	all := make([]string, len(sheets))
	for i, sh := range sheets {
		all[i] = sh.Name
	}
	return strings.Join(all, ", ")
}
