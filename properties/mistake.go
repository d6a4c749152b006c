package properties

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/model"
)

// optionClaim is all that is stated where the suite cannot use its options:
// with them it would state nothing, and pass.
var optionClaim = claim{name: "options", says: "The options of the suite can be used"}

// mistaken fails optionClaim, and nothing else is to be looked into, if there
// is a mistake in the options. names are those of the properties.
func (t *trial) mistaken(names []string) bool {
	err := t.valid(names)
	if err != nil {
		t.report.Properties = []string{optionClaim.name}
		t.fail(optionClaim, Failure{Err: err, Run: 1})
	}
	return err != nil
}

func (s *settings) valid(names []string) error {
	for _, name := range s.only {
		if !slices.Contains(names, name) {
			return fmt.Errorf("Only: there is no property %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	if s.runs < 1 {
		return fmt.Errorf("Runs: each property plays 1 exchange or more, not %d", s.runs)
	}
	if s.patience <= 0 {
		return fmt.Errorf("Patience: an answer takes some time, not %v", s.patience)
	}
	if !s.knowsPolicy() {
		return fmt.Errorf("Policy: there is no policy %d", s.policy)
	}
	for _, d := range []struct {
		option string
		limit  time.Duration
	}{{"Within", s.within}, {"CallTimeout", s.timeout}, {"ProbeTimeout", s.probe}} {
		if d.limit < 0 {
			return fmt.Errorf("%s: 0 or more, not %v", d.option, d.limit)
		}
	}
	if s.listens < 0 {
		return fmt.Errorf("MaxSubscriptions: 0 or more, not %d", s.listens)
	}
	for _, call := range []struct {
		option string
		Sample
	}{{"SlowTool", s.slow}, {"ProgressTool", s.progress}, {"ChangeTool", s.change}} {
		v := jsontext.Value(call.Arguments)
		if len(v) > 0 && (!v.IsValid() || v.Kind() != '{') {
			return fmt.Errorf("%s: the arguments must be a JSON object, not %s", call.option, v)
		}
	}
	return nil
}

func (s *settings) knowsPolicy() bool { return slices.Contains(model.Policies(), s.policy) }

// toolCall is a call of a tool, on one line however its arguments are written.
func toolCall(name, arguments string) Sample {
	v := jsontext.Value(arguments)
	if len(v) == 0 || v.Compact() != nil {
		return Sample{Tool: name, Arguments: arguments} // there are none, or valid says what is wrong
	}
	return Sample{Tool: name, Arguments: string(v)}
}
