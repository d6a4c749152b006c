package proc

import (
	"context"
	"runtime"
	"time"
)

// live starts the child, waits for its exit and cleans up. It keeps its
// thread all that time: Linux sends the parent-death signal when the thread
// that forked exits, not when the process does, and a thread that any other
// code could end (by leaving a locked goroutine) would take the child along.
// Waiting for a child blocks a thread anyway, so this costs none.
func (p *Proc) live(linger context.Context, bound time.Duration, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	awaitExit(p.cmd)
	p.freeze()

	ctx, cancel := context.WithTimeout(linger, max(bound, 0))
	p.awaitLeftovers(ctx)
	cancel()

	p.reap()
	awaitGroup(p.cmd.Process, groupBound)
	p.stdin.Close()
	p.stdout.finish()
	p.stderr.finish()
	p.status = statusOf(p.cmd.ProcessState)
	close(p.exited)
}

// awaitLeftovers gives processes that outlived the child until ctx is done to
// let go of its stdout and stderr. The child's own last words are in the
// pipes already, so without leftovers this returns as soon as they are read.
func (p *Proc) awaitLeftovers(ctx context.Context) {
	p.stdout.keep(ctx)
	select {
	case <-p.stderr.done:
	case <-ctx.Done():
	}
}

// reap kills what is left of the group and then lets go of the child, in this
// order: as long as it is unreaped the number of its group is taken.
func (p *Proc) reap() {
	p.mu.Lock()
	_ = killGroup(p.cmd.Process) // none left, or not ours to kill
	p.reaped = true
	p.mu.Unlock()
	// Not under the lock: Cmd.Wait waits for the command's Cancel function,
	// and that may well call Kill.
	reapChild(p.cmd)
}
