package properties

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// A suite that was told what it cannot use says so, and starts nothing.
func TestMistakenOptionsFail(t *testing.T) {
	for want, o := range map[string]Option{
		`Only: there is no property "no such"`:                      Only("no such"),
		`Runs: each property plays 1 exchange or more, not 0`:       Runs(0),
		`Patience: an answer takes some time, not 0s`:               Patience(0),
		`Policy: there is no policy 5`:                              Policy(model.Concurrent+1, true),
		`Within: 0 or more, not -1ns`:                               Within(-1),
		`CallTimeout: 0 or more, not -1s`:                           CallTimeout(-time.Second),
		`ProbeTimeout: 0 or more, not -1ns`:                         ProbeTimeout(-1),
		`MaxSubscriptions: 0 or more, not -1`:                       MaxSubscriptions(-1),
		`SlowTool: the arguments must be a JSON object, not {x`:     SlowTool("sleep", `{x`),
		`ProgressTool: the arguments must be a JSON object, not []`: ProgressTool("count", `[]`),
		`ChangeTool: the arguments must be a JSON object, not {} 1`: ChangeTool("grow", `{} 1`),
	} {
		t.Run(want, func(t *testing.T) {
			for _, r := range []*Report{
				CheckServer(func() (Conn, error) { panic("dialled") }, o),
				CheckClient(ClientOver(func(io.Reader, io.WriteCloser, io.Writer) error { panic("run") }), o),
			} {
				require.Equal(t, []string{"options"}, r.Properties)
				require.Len(t, r.Failures, 1)
				require.ErrorContains(t, r.Failures[0].Err, want)
			}
			j := &quietTB{TB: t}
			Server(j, nil, o)
			require.Len(t, j.failed, 1)
			require.Contains(t, j.failed[0], "The options of the suite can be used: "+want)
		})
	}
}

// A frame is one line, whatever line breaks the arguments in it have.
func TestArgumentsOfManyLines(t *testing.T) {
	s := newSettings([]Option{nil, SlowTool("sleep", "{\n\t\"a\": [1,\n2]\n}")})
	require.Equal(t, `{"a":[1,2]}`, s.slow.Arguments)
	require.Empty(t, toolCall("sleep", "").Arguments)
}
