package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/machine"
)

// alarm is the one timer behind the time limits of all requests. It is set to
// the first that passes; most are met long before, and are not taken back then:
// it finds nothing to do when it rings, and is set to the next. Client.mu guards
// it.
type alarm struct {
	timer *time.Timer
	at    time.Time // when it rings; zero: it is not set
}

// limit begins the time limit of r. A request that is sent again keeps the one
// it has.
func (c *Client) limit(r *record) {
	if r.deadline.IsZero() {
		r.deadline = time.Now().Add(r.timeout)
		c.setAlarm(r.deadline)
	}
}

// unlimit ends the time limit.
func (r *record) unlimit() { r.deadline = time.Time{} }

func (c *Client) setAlarm(at time.Time) {
	a := &c.alarm
	if !a.at.IsZero() && !at.Before(a.at) {
		return
	}
	a.at = at
	if a.timer == nil {
		a.timer = time.AfterFunc(time.Until(at), c.rings)
		return
	}
	a.timer.Reset(time.Until(at))
}

func (c *Client) rings() {
	c.mu.Lock()
	defer c.unlock()
	now := time.Now()
	c.alarm.at = time.Time{}
	for i := 0; i < len(c.records); i++ { // a step may add some
		r := c.records[i]
		if r == nil || r.deadline.IsZero() {
			continue
		}
		if now.Before(r.deadline) {
			c.setAlarm(r.deadline)
			continue
		}
		r.unlimit()
		r.giveUp = fmt.Errorf("%s: %w (%v)", r.name, ErrTimeout, r.timeout)
		c.step(machine.ClientInput{On: machine.ClientOnTimeout, Ref: r.ref}, event{err: r.giveUp})
	}
}

// stopAlarm is for when no request can come any more.
func (c *Client) stopAlarm() {
	if c.alarm.timer != nil {
		c.alarm.timer.Stop()
	}
}
