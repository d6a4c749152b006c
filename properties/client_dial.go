package properties

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/eralock/eralock/internal/proc"
)

// A ClientDial runs the client under test once, to its end. It hands every
// connection that the client opens to [Host.Serve], and every line that the
// client reports to [Host.Report]. It returns an error where the client could
// not be run or did not end.
type ClientDial func(*Host) error

// ClientOver dials by calling run with the two ends of a connection in memory.
// What [Client] asks a program to write to its standard output goes to report.
// run closes w when it is done, or returns.
func ClientOver(run func(r io.Reader, w io.WriteCloser, report io.Writer) error) ClientDial {
	return func(h *Host) error {
		fromHost, toClient := io.Pipe()
		fromClient, toHost := io.Pipe()
		served, done := make(chan struct{}), make(chan error, 1)
		go func() {
			defer close(served)
			over := make(chan error)
			close(over) // there is nothing to wait for
			h.Serve(memory{r: fromClient, w: toClient, done: over})
		}()
		go func() {
			err := run(fromHost, toHost, reporter{h})
			toHost.Close()
			fromHost.Close()
			done <- err
		}()
		err := h.wait(done)
		h.End()
		<-served
		return err
	}
}

// reporter cuts what is reported into lines; each Write is whole lines.
type reporter struct{ h *Host }

func (r reporter) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		r.h.Report(strings.TrimRight(string(line), "\r\n"))
	}
	return len(b), nil
}

// ClientCommand dials by starting a program, with the environment of the test,
// whose last arguments are a command line that starts the suite's server. What
// it writes to its standard error goes to that of the test.
func ClientCommand(name string, args ...string) ClientDial {
	return func(h *Host) error {
		lobby, err := listenForRelays(h)
		if err != nil {
			return err
		}
		defer lobby.close()
		cmd := exec.Command(name, append(args, lobby.command()...)...)
		p, err := proc.Start(cmd, proc.Options{Stderr: os.Stderr, Linger: -1})
		if err != nil {
			return fmt.Errorf("properties: %w", err)
		}
		done := make(chan error, 1)
		go func() { done <- reports(h, p.Stdout()) }()
		err = h.wait(done)
		_, stopped := p.Stop(context.Background(), proc.Graces{Stdin: time.Second, Term: time.Second})
		return errors.Join(err, stopped)
	}
}

func reports(h *Host, r io.Reader) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		h.Report(lines.Text())
	}
	return nil
}
