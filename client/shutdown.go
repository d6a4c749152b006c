package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/machine"
)

// performProcess starts or ends the process. c.mu is held.
func (c *Client) performProcess(do machine.ClientDo) {
	l := c.link
	switch do {
	case machine.ClientDoStart:
		c.opening = true
		go c.start(c.starts.next(time.Now()))
	case machine.ClientDoCloseInput:
		if l.dead {
			go l.t.closeInput() // whoever writes may be blocked
		} else {
			l.closing = true
		}
		l.later(c.cfg.stdinGrace, c.graceOver)
	case machine.ClientDoTerminate:
		go l.t.terminate()
		l.later(c.cfg.termGrace, c.graceOver)
	case machine.ClientDoKill:
		go l.t.kill()
		l.later(killPatience, c.giveUp)
	case machine.ClientDoReap:
		l.bury()
		if l.timer != nil {
			l.timer.Stop()
		}
		c.link = nil
		c.forgetOwn()
		c.goneIfDone()
	}
}

func (c *Client) graceOver() { c.step(machine.ClientInput{On: machine.ClientOnGrace}, event{}) }

// forgetOwn forgets the negotiation's requests of the process that is gone.
func (c *Client) forgetOwn() {
	for _, r := range c.records {
		if r != nil && r.kind >= machine.KindProbe {
			r.unlimit()
			c.forget(r)
		}
	}
}

// giveUp lets Close return although the process is still there.
func (c *Client) giveUp() {
	c.stuck = fmt.Errorf("the server's process does not go away after SIGKILL (waited %v)", killPatience)
	if c.closed {
		select {
		case <-c.gone:
		default:
			close(c.gone)
		}
	}
}
