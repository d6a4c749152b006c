package properties

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/model"
)

// forever is longer than a bubble needs; its clock runs while nothing else does.
const forever = 10000 * time.Hour

func TestClientSuitePassesOurClient(t *testing.T) {
	for _, mode := range []model.Mode{client.Auto, client.Modern, client.Legacy} {
		t.Run(mode.String(), func(t *testing.T) {
			limits := []client.Option{client.Mode(mode), client.RequestTimeout(5 * time.Second)}
			r := met(t, ours(limits...), CallTimeout(5*time.Second), ProbeTimeout(5*time.Second), Strict(), Runs(some(40)), Within(forever))
			for i := range r.Failures {
				t.Errorf("%v", &r.Failures[i])
			}
			skips := map[model.Mode]int{client.Auto: 0, client.Modern: 1, client.Legacy: 2}
			require.Len(t, r.Skipped, skips[mode], "%v", r.Skipped)
			t.Logf("%d exchanges", r.Exchanges)
		})
	}
}

func TestClientSuitePassesOurProcess(t *testing.T) {
	beChild(t, "client")
	Client(t, ClientCommand(os.Args[0]), Within(4*time.Second))
}

// Clients that do not call: none of the properties may pass.
func TestNoClientPropertyPassesOnNothing(t *testing.T) {
	for name, run := range map[string]func(io.Reader, io.WriteCloser, io.Writer) error{
		"says nothing": func(r io.Reader, _ io.WriteCloser, _ io.Writer) error { return nil },
		"reads only":   func(r io.Reader, w io.WriteCloser, _ io.Writer) error { _, err := io.Copy(io.Discard, r); return err },
		"echoes":       func(r io.Reader, w io.WriteCloser, _ io.Writer) error { _, err := io.Copy(w, r); return err },
		"reports and does nothing": func(_ io.Reader, _ io.WriteCloser, report io.Writer) error {
			_, err := io.WriteString(report, "call-0 ok answer-1\n")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := met(t, ClientOver(run), Patience(time.Second))
			require.Len(t, r.Failures, len(clientProperties()))
		})
	}
}

// A client that opens no connection leaves nothing to print, no blank line either.
func TestFailureWithoutAnExchange(t *testing.T) {
	r := met(t, func(*Host) error { return nil }, Patience(time.Second))
	require.Len(t, r.Failures, len(clientProperties()))
	require.Empty(t, r.Failures[0].Exchange)
}
