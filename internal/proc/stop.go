package proc

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrUnkillable is returned by [Proc.Stop] when the process was sent SIGKILL
// and is still there 5 s later: it hangs in the kernel, or runs as somebody
// whom this process may not signal.
var ErrUnkillable = errors.New("proc: the process does not go away after SIGKILL")

// Ending is the last step that was taken before the child exited.
type Ending uint8

const (
	ByItself Ending = iota // nobody asked
	ByStdin                // its stdin was closed
	ByTerm                 // its group was sent SIGTERM
	ByKill                 // its group was sent SIGKILL
)

func (e Ending) String() string {
	switch e {
	case ByItself:
		return "by itself"
	case ByStdin:
		return "after its stdin was closed"
	case ByTerm:
		return "after SIGTERM"
	case ByKill:
		return "after SIGKILL"
	}
	return fmt.Sprintf("Ending(%d)", uint8(e))
}

// Graces is how long each step of a shutdown waits for the exit before the
// next. For both, 0 is the default of 2 s, negative means not to wait.
type Graces struct {
	Stdin time.Duration // from closing stdin to SIGTERM
	Term  time.Duration // from SIGTERM to SIGKILL
}

// Stop ends the child: it closes stdin, waits, sends SIGTERM to the group,
// waits, and sends SIGKILL to the group (decisions K11, C-SHUT-1, C-SHUT-2).
// It returns when [Proc.Exited] is closed, with the last step that was taken
// before the exit. When ctx is done the graces are over and SIGKILL follows at
// once; the reaping is waited for nevertheless.
//
// Stop may be called any number of times, also at once (the shortest graces
// win) and after the end; all calls return the same Ending. The error is nil
// or [ErrUnkillable]. Beyond the graces it takes at most 5 s.
func (p *Proc) Stop(ctx context.Context, g Graces) (Ending, error) {
	p.stdin.Close()
	if p.exits(ctx, grace(g.Stdin)) {
		return p.how(), nil
	}
	if ctx.Err() == nil && p.terminate() == nil && p.exits(ctx, grace(g.Term)) {
		return p.how(), nil
	}
	err := p.Kill()
	if p.exits(context.Background(), killBound) {
		return p.how(), nil
	}
	if err == nil {
		return p.how(), fmt.Errorf("%w (process %d)", ErrUnkillable, p.Pid())
	}
	return p.how(), fmt.Errorf("%w (process %d): %w", ErrUnkillable, p.Pid(), err)
}

func (p *Proc) terminate() error {
	p.advance(ByTerm)
	return p.signalGroup(termGroup)
}

// exits reports whether the child is over and done within d, or before ctx is.
func (p *Proc) exits(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-ctx.Done():
	case <-timer.C:
	}
	_, ok := p.Status()
	return ok
}

func grace(d time.Duration) time.Duration {
	if d == 0 {
		return defaultGrace
	}
	return max(d, 0)
}

// advance notes a step of the shutdown, before it is taken. Steps only go up,
// and what comes after the exit did not cause it.
func (p *Proc) advance(to Ending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		p.ending = max(p.ending, to)
	}
}

func (p *Proc) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = true
}

func (p *Proc) how() Ending {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ending
}
