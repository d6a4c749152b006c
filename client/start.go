package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/machine"
)

// start opens the transport, after a pause if the last ones were short-lived.
func (c *Client) start(pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.closing:
	}
	t, err := c.open()

	c.mu.Lock()
	defer c.unlock()
	c.opening = false
	c.starts.last = time.Now()
	if err != nil {
		c.failure = err
		c.step(machine.ClientInput{On: machine.ClientOnStartFailed}, event{err: err})
		c.goneIfDone()
		return
	}
	l := newLink(c, t)
	c.link = l
	go l.read()
	go l.supervise()
	c.step(machine.ClientInput{On: machine.ClientOnStarted}, event{probe: c.cfg.stored()})
}

// open opens the transport, unless it was open already and may not be again.
func (c *Client) open() (transport, error) {
	c.mu.Lock()
	again := !c.starts.last.IsZero() && !c.session.Restarting()
	c.mu.Unlock()
	if again && !c.cfg.restart {
		return nil, fmt.Errorf("%w: option Restart is off", ErrNotRestartable)
	}
	return c.server.open(c.cfg)
}

// starts slows down the restarts of a server that dies at once.
type starts struct {
	last  time.Time // the latest start
	quick int       // processes in a row that lived less than quickRestart
}

const (
	quickRestart = time.Second
	firstPause   = 50 * time.Millisecond
	longestPause = 5 * time.Second
)

// next is how long the next start has to wait. The first restart never does.
func (s *starts) next(now time.Time) time.Duration {
	if s.last.IsZero() || now.Sub(s.last) > quickRestart {
		s.quick = 0
	} else {
		s.quick++
	}
	if s.quick < 2 {
		return 0
	}
	return min(firstPause<<min(s.quick-2, 10), longestPause)
}
