package properties

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// The real server has no switch for bugs. So the model gets them: a property
// that does not notice that the server and a broken model differ would not
// notice the same bug in the server.
var seededModels = []struct {
	bug    string
	change func(*model.System)
}{
	{"a result after the cancel", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestCancelled, model.RequestOnResult, model.RequestDropped, model.RequestDoSendResult)
	}},
	{"progress after the cancel", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestCancelled, model.RequestOnFrame, model.RequestCancelled, model.RequestDoSendFrame)
	}},
	{"a modern cancel is answered", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestRunning, model.RequestOnCancelSilent, model.RequestCancelled, model.RequestDoCancelAndReply)
	}},
	{"a legacy cancel is silent", func(s *model.System) { s.SilentLegacyCancel = true }},
	{"an unsent answer survives the cancel", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestAnswered, model.RequestOnCancelSilent, model.RequestAnswered, model.RequestDoNothing)
	}},
	{"changes are lost", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestAcknowledged, model.RequestOnEvent, model.RequestAcknowledged, model.RequestDoDiscard)
	}},
	{"a listen ends without its result", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestAcknowledged, model.RequestOnClose, model.RequestAnswered, model.RequestDoNothing)
	}},
	{"the deadline answers what was cancelled", func(s *model.System) {
		s.Request = changed(s.Request, model.RequestCancelled, model.RequestOnExpire, model.RequestCancelled, model.RequestDoReplyClosed)
	}},
	{"the lock waits for the success", func(s *model.System) { s.Era = model.Era(model.FirstSuccess, false) }},
	{"the lock comes at admission", func(s *model.System) {
		s.Era = changed(s.Era, model.EraOpen, model.EraOnEnveloped, model.EraModern, model.EraDoServeModern)
	}},
	{"errors lock", func(s *model.System) {
		s.Era = changed(s.Era, model.EraOpen, model.EraOnUnsupportedVersion, model.EraModern, model.EraDoAnswerClass)
	}},
	{"a late initialize takes over", func(s *model.System) {
		s.Era = changed(s.Era, model.EraModern, model.EraOnInitialize, model.EraModern, model.EraDoHandshake)
	}},
	{"a straggler moves the era", func(s *model.System) {
		s.Era = changed(s.Era, model.EraLegacy, model.EraOnResultOut, model.EraModern, model.EraDoLockModern)
	}},
	{"a draining server admits", func(s *model.System) {
		s.Lifetime = changed(s.Lifetime, model.LifetimeDraining, model.LifetimeOnRequest, model.LifetimeDraining, model.LifetimeDoAdmit)
	}},
	{"end of input drops what is in flight", func(s *model.System) {
		s.Lifetime = changed(s.Lifetime, model.LifetimeServing, model.LifetimeOnEOF, model.LifetimeClosed, model.LifetimeDoAbandon)
	}},
	{"one listen more than there are slots", func(s *model.System) { s.Listens = 3 }},
	{"a second initialize is answered", func(s *model.System) {
		s.Legacy = changed(s.Legacy, model.LegacyReady, model.LegacyOnInitialize, model.LegacyReady, model.LegacyDoAnswer)
	}},
}

func TestServerPropertyFindsSeededBugs(t *testing.T) {
	g := acts()
	standard := newRig(model.FirstFrame, false, server.Goroutines)
	for _, c := range seededModels {
		t.Run(c.bug, func(t *testing.T) {
			r := *standard
			broken := *standard.sys
			c.change(&broken)
			r.sys = &broken
			found, runs := search(g, 20_000, func(a []act) error { return r.play(t, a) })
			require.NotNil(t, found, "nobody noticed")
			t.Logf("after %d runs, by %d acts:\n%v", runs, len(found), r.play(t, found))
			require.NoError(t, standard.play(t, found), "it is the bug that fails")
		})
	}
}

// What the rig claims to have heard is changed, as if the server had said it.
func TestServerPropertyHearsEveryFrame(t *testing.T) {
	g := acts()
	for name, tamper := range map[string]func([]said) []said{
		"a frame is lost":     func(s []said) []said { return s[:max(len(s)-1, 0)] },
		"a frame comes twice": func(s []said) []said { return append(slices.Clone(s), s[:min(len(s), 1)]...) },
		"two change places": func(s []said) []said {
			if len(s) < 2 {
				return s
			}
			s = slices.Clone(s)
			s[0], s[1] = s[1], s[0]
			return s
		},
		"an id of another type": func(s []said) []said {
			s = slices.Clone(s)
			for i := range s {
				if s[i].owner == "1" {
					s[i].owner = `"1"`
				}
			}
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(model.FirstFrame, false, server.Goroutines)
			r.tamper = tamper
			found, runs := search(g, 1000, func(a []act) error { return r.play(t, a) })
			require.NotNil(t, found, "nobody noticed")
			t.Logf("after %d runs: %v", runs, found)
		})
	}
}

// A property that never gets where it matters holds for the want of anything
// happening.
func TestServerGetsWhereItMatters(t *testing.T) {
	if raced {
		t.Skip("the other tests race the same")
	}
	r, g := newRig(model.FirstFrame, false, server.Goroutines), acts()
	missing := slices.DeleteFunc(model.Witnesses(r.sys), func(w model.Witness) bool {
		return w.Name == "a listen overflows" || w.Name == "too many requests" || // out of reach here
			w.Name == "a handler speaks after its answer" || w.Name == "a silenced request is settled while its handler's leftovers speak" ||
			w.Name == "a change races the end of a listen"
	})
	r.saw = func(tr *model.Transition) {
		missing = slices.DeleteFunc(missing, func(w model.Witness) bool { return w.Seen(r.sys, tr) })
	}
	runs := 0
	for ; runs < 20_000 && len(missing) > 0; runs++ {
		require.NoError(t, r.play(t, g.Example(runs)))
	}
	for _, w := range missing {
		t.Errorf("never seen: %s", w.Name)
	}
	t.Logf("everything was seen after %d runs", runs)
}
