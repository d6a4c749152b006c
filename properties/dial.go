package properties

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/eralock/eralock/internal/proc"
)

// A Dial gives a fresh connection to the server under test: it starts one, or
// connects to one. Every property asks for connections of its own.
type Dial func() (Conn, error)

// A Conn is one connection: what is written the server reads, what it writes is
// read. A *net.UnixConn and a *net.TCPConn are Conns.
type Conn interface {
	io.ReadWriter
	// CloseWrite tells the server that no more will come.
	CloseWrite() error
	// Close ends the connection, and the server if it was started for it. It
	// returns within some seconds, whatever the server does.
	Close() error
}

// Command dials by starting a process that speaks over its standard input and
// output, in the directory and with the environment of the test. What it
// writes to its standard error goes to that of the test.
func Command(name string, args ...string) Dial {
	return func() (Conn, error) {
		p, err := proc.Start(exec.Command(name, args...), proc.Options{Stderr: os.Stderr, Linger: -1})
		if err != nil {
			return nil, fmt.Errorf("properties: %w", err)
		}
		return process{p}, nil
	}
}

type process struct{ p *proc.Proc }

func (c process) Read(b []byte) (int, error)  { return c.p.Stdout().Read(b) }
func (c process) Write(b []byte) (int, error) { return c.p.Stdin().Write(b) }
func (c process) CloseWrite() error           { return c.p.Stdin().Close() }

func (c process) Close() error {
	_, err := c.p.Stop(context.Background(), proc.Graces{Stdin: time.Second, Term: time.Second})
	return err
}

// Over dials by calling serve with the two ends of a connection in memory. It
// runs on a goroutine of its own, and ends when its reader does.
func Over(serve func(r io.Reader, w io.Writer) error) Dial {
	return func() (Conn, error) {
		in, toServer := io.Pipe()
		fromServer, out := io.Pipe()
		c := memory{r: fromServer, w: toServer, done: make(chan error, 1)}
		go func() {
			err := serve(in, out)
			out.CloseWithError(io.EOF)
			in.CloseWithError(io.ErrClosedPipe)
			c.done <- err
		}()
		return c, nil
	}
}

type memory struct {
	r    *io.PipeReader
	w    *io.PipeWriter
	done chan error
}

func (c memory) Read(b []byte) (int, error)  { return c.r.Read(b) }
func (c memory) Write(b []byte) (int, error) { return c.w.Write(b) }
func (c memory) CloseWrite() error           { return c.w.Close() }

var errNoEnd = errors.New("properties: serve does not return although both ends are closed")

func (c memory) Close() error {
	c.w.Close()
	c.r.Close()
	t := time.NewTimer(5 * time.Second)
	defer t.Stop()
	select {
	case err := <-c.done:
		return err
	case <-t.C:
		return errNoEnd
	}
}
