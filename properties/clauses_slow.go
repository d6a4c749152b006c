package properties

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

// No clause of 2026-07-28 says in which order requests are served. That one does
// not wait for the end of another is a promise of this module, and what a client
// needs that names a slow tool: its cancel would be read too late. So it counts
// without Strict. Before, S-PING-1 wants a ping to be answered promptly.
var (
	slowProperty = property{
		claim: claim{name: "slow calls", ref: "decisions C10", modern: true,
			says: "A call that takes a while holds up no other request."},
		check: func(s *suite, d *dialogue) error { return s.overtaken(d, true) },
	}
	legacySlowProperty = property{
		claim: claim{name: "slow calls, legacy", ref: "decisions C10, S-PING-1", legacy: true,
			says: "A ping is answered while a call takes a while."},
		check: func(s *suite, d *dialogue) error { return s.overtaken(d, false) },
	}
)

// slowTries is how often something must have waited behind the slow call before
// the server is blamed: the call may have ended just then.
const slowTries = 3

var (
	errQuick = fmt.Errorf("%w: the slow tool is not slow, or is refused", errSkip)
	errHeld  = errors.New("a request that is answered at once was held up until a slow call had ended")
)

// trySlow finds out whether the slow tool is slow: a tool that fails or returns
// at once is none, and would be taken for one that was cancelled. Neither can
// one be cancelled that holds up the cancel; that is a failure of its own, and
// the other properties do without.
func (s *suite) trySlow() {
	s.named = s.slow
	if s.slow.Tool == "" || s.mute != nil {
		return
	}
	err := s.on(func(d *dialogue) error { return s.overtaken(d, s.modern) })
	if err == nil {
		return
	}
	s.slow = Sample{}
	if errors.Is(err, errQuick) {
		s.report.Notes = append(s.report.Notes, Remark{silenceProperty.name, "the slow tool is not slow, or is refused: " + s.named.Tool})
	}
}

// overtaken: what is said behind a slow call is answered before it.
func (s *suite) overtaken(d *dialogue, modern bool) error {
	if s.named.Tool == "" {
		return fmt.Errorf("%w: no slow tool was named", errSkip)
	}
	call, wall := s.named, Sample{Class: model.ClassDiscover}
	call.Class = model.ClassEnveloped
	if !modern {
		call.Class, wall.Class = model.ClassBare, model.ClassPing
		if err := shake(d); err != nil {
			return err
		}
	}
	for n := range slowTries {
		call.ID, wall.ID = fmt.Sprintf(`"slow %d"`, n), fmt.Sprintf(`"quick %d"`, n)
		if overtook, err := d.overtakes(call, wall); overtook || err != nil {
			return err
		}
	}
	return errHeld
}

// overtakes reports whether the answer to wall comes before that to call. A call
// that is over almost as soon as another request is not slow.
func (d *dialogue) overtakes(call, wall Sample) (bool, error) {
	alone := wall
	alone.ID = `"alone ` + wall.ID[1:]
	start := time.Now()
	if err := d.say(alone); err != nil {
		return false, err
	}
	if _, _, err := d.answer(alone.ID); err != nil { // also: the server has started
		return false, err
	}
	short := max(d.pause, 10*time.Since(start))
	start = time.Now()
	if err := d.say(call, wall); err != nil {
		return false, err
	}
	_, at, err := d.answer(wall.ID)
	if err != nil {
		return false, errors.Join(errHeld, err)
	}
	i := slices.IndexFunc(d.all()[:at], func(h heard) bool { return h.response() && h.id == idOf([]byte(call.ID)) })
	if i >= 0 && (d.all()[i].kind == wire.InError || time.Since(start) < short) {
		return false, errQuick
	}
	return i < 0, nil
}
