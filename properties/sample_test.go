package properties

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// A sample is what it says: the reader, the parser and the classifier agree.
func TestSamplesAreOfTheirClass(t *testing.T) {
	limits := wire.Limits{MaxLine: SampleLimit}
	config := &wire.Config{Modern: protocol.ModernVersions(), Limits: limits, Methods: map[string]wire.Eras{
		protocol.MethodToolsList: wire.InLegacy | wire.InModern, protocol.MethodToolsCall: wire.InLegacy | wire.InModern,
		protocol.MethodListen: wire.InModern,
	}}
	parser := wire.NewParser(limits)
	for c := range model.Class(model.Classes) {
		for _, s := range []Sample{
			{Class: c, ID: "7"},
			{Class: c, ID: `"a"`, Tool: "gate", Arguments: `{"n":1}`, Token: `"t"`},
		} {
			line, err := wire.NewReader(bytes.NewReader(s.Line()), limits).Next()
			require.NoError(t, err)
			var f wire.Frame
			parser.Parse(line, &f)
			got, _ := wire.Classify(&f, config)
			require.Equal(t, c, got, "%s", s.Line())
			if c.Request() {
				require.Equal(t, s.ID, string(f.AnswerID()))
			}
			if c == model.ClassCancelled {
				require.Equal(t, s.ID, string(f.RequestID()))
			}
		}
	}
}
