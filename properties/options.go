package properties

import (
	"time"

	"github.com/eralock/eralock/model"
)

// An Option adjusts a suite. What speaks of servers is ignored by [Client], and
// the other way round. One that cannot be used, such as [Only] with a name that
// no property has, fails the suite, as a property "options". A nil Option is
// ignored.
type Option func(*settings)

type settings struct {
	patience time.Duration
	pause    time.Duration // in which what should not come would have come
	runs     int
	within   time.Duration
	seed     int
	strict   bool
	only     []string

	slow, progress, change Sample // calls; without a Tool there is none
	policy                 model.Policy
	era                    *model.EraTable // of the policy, if one was given
	listens                int
	timeout, probe         time.Duration
	test                   string // the name of the test, for relays
}

func newSettings(options []Option) settings {
	s := settings{patience: 10 * time.Second, pause: 200 * time.Millisecond, runs: 20, within: 15 * time.Second, seed: 1}
	for _, o := range options {
		if o != nil {
			o(&s)
		}
	}
	return s
}

// startup is how many times longer than others the first answer may take.
const startup = 6

// Patience sets how long an answer is waited for; default 10 s. The first answer
// of all may take six times as long, so that go run has time to build. A server
// that answers is never waited for so long.
func Patience(d time.Duration) Option { return func(s *settings) { s.patience = d } }

// Runs sets how many generated exchanges each property plays, at most; default
// 20. Each takes a connection, and so a process where dial starts one.
func Runs(n int) Option { return func(s *settings) { s.runs = n } }

// Within bounds the time that generated exchanges take, in all; default 15 s.
// Every property plays at least one, and with 0 no more. A failure is shrunk beyond the bound.
func Within(d time.Duration) Option { return func(s *settings) { s.within = d } }

// Seed chooses which exchanges are generated; default 1. The same seed
// generates the same ones: a nightly run may take the date.
func Seed(n int) Option { return func(s *settings) { s.seed = n } }

// Strict also fails what the specification only advises (SHOULD), and what is
// a promise of this module. Default: that is told as a note.
func Strict() Option { return func(s *settings) { s.strict = true } }

// Only states the properties with these names, and no others; see
// [ServerProperties] and [ClientProperties].
func Only(names ...string) Option { return func(s *settings) { s.only = names } }

// SlowTool names a tool of the server that takes a while, and succeeds, so that
// it can be cancelled. arguments is a JSON object. A server that answers nothing
// else until the tool has returned fails then. Without SlowTool only listens are
// cancelled.
func SlowTool(name, arguments string) Option {
	return func(s *settings) { s.slow = toolCall(name, arguments) }
}

// ProgressTool names a tool of the server that sends progress to who gave a
// token, and returns soon. Without it, or where it is refused, the property of
// progress is skipped.
func ProgressTool(name, arguments string) Option {
	return func(s *settings) { s.progress = toolCall(name, arguments) }
}

// ChangeTool names a tool of the server that changes its list of tools before
// it returns, on each call. Without it, or where it is refused, no events are
// waited for.
func ChangeTool(name, arguments string) Option {
	return func(s *settings) { s.change = toolCall(name, arguments) }
}

// Policy says when the server commits to an era; it is then held to that.
// Default: any way that the specification leaves open is right.
func Policy(p model.Policy, grace bool) Option {
	return func(s *settings) {
		s.policy = p
		if s.knowsPolicy() {
			s.era = model.Era(p, grace)
		}
	}
}

// MaxSubscriptions says how many listens the server serves at once, so that
// the limit itself is tried. Default: a few are tried, as far as it serves them.
func MaxSubscriptions(n int) Option { return func(s *settings) { s.listens = n } }

// CallTimeout says how long the client waits for the answer to a call, so that
// one can be left without. Without it every call is answered, or the connection
// lost.
func CallTimeout(d time.Duration) Option { return func(s *settings) { s.timeout = d } }

// ProbeTimeout says how long the client waits for the answer to server/discover
// before it falls back, or gives up. Without it every server/discover is
// answered. Many SDKs wait as long as for any request, often 60 s: tell the
// client under test to wait less.
func ProbeTimeout(d time.Duration) Option { return func(s *settings) { s.probe = d } }
