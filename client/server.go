package client

import (
	"fmt"
	"io"
	"os/exec"

	"github.com/eralock/eralock/internal/proc"
)

// A Server is where a client finds its server: [Command], [CommandFunc] or
// [Over].
type Server interface {
	// open starts the process, or hands the streams out.
	open(cfg *config) (transport, error)
	// complete reports whether there is all that open needs.
	complete() bool
	// reopens reports whether open can bring a lost connection back.
	reopens() bool
}

// A transport is one process, or one pair of streams.
type transport interface {
	io.Reader
	io.Writer
	// eager writes without waiting; nil where that is not to be had.
	eager() *proc.Eager
	// interrupter returns what ends a Read that waits with proc.ErrInterrupted;
	// nil where that is not to be had. Whoever reads asks, between two Reads.
	interrupter() func()
	// closeInput says that nothing more will come; it ends a Write that is
	// blocked.
	closeInput()
	// terminate asks firmly, kill does not ask. Neither waits.
	terminate()
	kill()
	// exited is closed when nothing is left of it; reads end then.
	exited() <-chan struct{}
	// describe fills in how it ended.
	describe(*ConnectionLostError)
}

type command func() *exec.Cmd

// Command is a server that is started with a command, found as by exec.Command.
func Command(name string, args ...string) Server {
	return command(func() *exec.Cmd { return exec.Command(name, args...) })
}

// CommandFunc is a server whose command is more than a name and arguments: its
// environment, its directory. An exec.Cmd can be started once only, and a lost
// server is started again, hence the function. Stdin, Stdout and Stderr of the
// command must be unset. Where f returns nil, or panics, the start has failed.
func CommandFunc(f func() *exec.Cmd) Server { return command(f) }

func (f command) complete() bool { return f != nil }
func (command) reopens() bool    { return true }

// Over is a server at the other end of two streams. The client reads r and
// writes w, and closes what is an io.Closer: w to say that it is done, r when
// the other end does not react. Streams that cannot be closed may keep a
// goroutine of the client each until they end by themselves. The read deadline
// of r, if it has one, as files and net.Conns do, is the client's to set.
func Over(r io.Reader, w io.Writer) Server { return &pair{r: r, w: w} }

type pair struct {
	r    io.Reader
	w    io.Writer
	used bool
}

func (p *pair) complete() bool { return p.r != nil && p.w != nil }
func (p *pair) reopens() bool  { return false }

func (p *pair) open(*config) (transport, error) {
	if p.used {
		return nil, fmt.Errorf("%w: it was opened over streams", ErrNotRestartable)
	}
	p.used = true
	return newStreams(p.r, p.w), nil
}
