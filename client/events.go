package client

import (
	"errors"
	"fmt"
	"slices"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// errSlow ends a subscription whose events are not read.
var errSlow = errors.New("events were read too slowly (see ListenBuffer)")

// granted is the acknowledgement of a listen: the first one opens it, a later
// one comes from the next process. Nothing counts that was not asked for.
func (c *Client) granted(r *record, ev *event) {
	r.unlimit()
	s := r.sub
	filter, _ := protocol.ParseFilter(ev.filter) // a malformed one grants nothing
	s.filter = protocol.Filter{
		ToolsListChanged:     filter.ToolsListChanged && s.asked.ToolsListChanged,
		PromptsListChanged:   filter.PromptsListChanged && s.asked.PromptsListChanged,
		ResourcesListChanged: filter.ResourcesListChanged && s.asked.ResourcesListChanged,
	}
	for _, uri := range filter.ResourceSubscriptions {
		if slices.Contains(s.asked.ResourceSubscriptions, uri) {
			s.filter.ResourceSubscriptions = append(s.filter.ResourceSubscriptions, uri)
		}
	}
	s.lost = false
	if !s.live {
		s.live = true
		close(s.granted)
	}
}

// delivered queues an event for its reader. Equal ones that nobody has read
// are one.
func (c *Client) delivered(r *record, e Event) {
	s := r.sub
	if s.silent || !s.filter.Wants(e.Method, e.URI) || slices.Contains(s.queue, e) {
		return
	}
	if len(s.queue) >= c.cfg.listenBuffer {
		r.giveUp = errSlow
		c.after = append(c.after, followUp{in: machine.ClientInput{On: machine.ClientOnCancel, Ref: r.ref}})
		return
	}
	s.queue = append(s.queue, e)
	s.wake()
}

var ends = [...]End{
	machine.EndGraceful: EndedGraceful,
	machine.EndRemote:   EndedRemote,
	machine.EndClosed:   EndedClosed,
	machine.EndLost:     EndedLost,
	machine.EndCrashed:  EndedFailed,
	machine.EndRefused:  EndedFailed,
}

// end notes how the subscription has ended.
func (s *Subscription) end(how machine.Ending, err error) {
	if s.how != Open {
		return
	}
	s.how, s.err = ends[how], err
	switch {
	case how == machine.EndLost && errors.Is(err, ErrClosed): // with the client
		s.how, s.err = EndedClosed, nil
	case how == machine.EndClosed && errors.Is(s.r.giveUp, errSlow):
		s.how, s.err = EndedLost, fmt.Errorf("%s: %w", protocol.MethodListen, errSlow)
	case how == machine.EndClosed && errors.Is(s.r.giveUp, ErrTimeout): // the next process did not acknowledge it
		s.how, s.err = EndedLost, s.r.giveUp
	}
	close(s.ended)
}
