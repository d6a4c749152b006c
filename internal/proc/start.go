package proc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// ErrStdio is returned by [Start] for a command whose Stdin, Stdout or Stderr
// is set: all three are Proc's pipes.
var ErrStdio = errors.New("proc: leave the command's Stdin, Stdout and Stderr unset; use Proc's pipes and Options.Stderr")

// ErrUsed is returned by [Start] for a command that was started before.
var ErrUsed = errors.New("proc: an exec.Cmd can be started once only; make a new exec.Cmd for each process")

// Start runs cmd as the leader of a new process group. A context of
// exec.CommandContext works: when it is done the child is killed, and its
// group follows. cmd belongs to the Proc from here on. Whoever gets a Proc
// calls [Proc.Stop], or [Proc.Kill] and waits for [Proc.Exited].
func Start(cmd *exec.Cmd, opts Options) (*Proc, error) {
	if cmd.Process != nil {
		return nil, ErrUsed
	}
	if cmd.Stdin != nil || cmd.Stdout != nil || cmd.Stderr != nil {
		return nil, ErrStdio
	}
	opts = opts.withDefaults()
	pipes, err := openPipes()
	if err != nil {
		return nil, fmt.Errorf("cannot make pipes for %s: %w", cmd.Path, err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes.stdin[0], pipes.stdout[1], pipes.stderr[1]
	ownGroup(cmd)
	dieWithUs(cmd)

	linger, noLinger := context.WithCancel(context.Background())
	p := &Proc{
		cmd:      cmd,
		stdout:   newOutput(pipes.stdout[0]),
		stderr:   newDrain(pipes.stderr[0], opts),
		noLinger: noLinger,
		exited:   make(chan struct{}),
	}
	p.stdin = newInput(pipes.stdin[1], func() { p.advance(ByStdin) })

	started := make(chan error)
	go p.live(linger, opts.Linger, started)
	err = <-started
	pipes.closeChildEnds()
	if err != nil {
		pipes.closeOurEnds()
		return nil, startError(cmd, err)
	}
	p.stderr.start()
	return p, nil
}

// startError says what could not be started. The system's word for a directory
// that is missing is the one for a missing program.
func startError(cmd *exec.Cmd, err error) error {
	if cmd.Dir != "" {
		if _, wrong := os.Stat(cmd.Dir); wrong != nil {
			return fmt.Errorf("cannot start %s: its directory: %w", cmd.Path, wrong)
		}
	}
	return fmt.Errorf("cannot start %s: %w", cmd.Path, err)
}

// pipes are the three pipes, each with its reading end first. They are ours
// rather than exec.Cmd's, because Cmd.Wait closes the pipes it made, with
// whatever was not read yet.
type pipes struct{ stdin, stdout, stderr [2]*os.File }

func openPipes() (pipes, error) {
	var ps pipes
	for _, pair := range []*[2]*os.File{&ps.stdin, &ps.stdout, &ps.stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			ps.closeChildEnds()
			ps.closeOurEnds()
			return pipes{}, err
		}
		pair[0], pair[1] = r, w
	}
	return ps, nil
}

func (ps pipes) closeChildEnds() { closeAll(ps.stdin[0], ps.stdout[1], ps.stderr[1]) }
func (ps pipes) closeOurEnds()   { closeAll(ps.stdin[1], ps.stdout[0], ps.stderr[0]) }

// closeAll may be given nil files; closing those is a harmless error.
func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}
