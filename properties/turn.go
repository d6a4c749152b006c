package properties

import (
	"slices"

	"pgregory.net/rapid"
)

// A turn is one thing that the suite does as a server, whenever the client has
// nothing to say. Like a cue it says what, not whether it is possible.
type turn struct {
	do   turnKind
	nth  int // which call, or which variant
	form form
	held bool // it leaves in one write with the next
}

type turnKind uint8

const (
	turnAnswer   turnKind = iota // a call succeeds
	turnFail                     // a call fails
	turnProgress                 // about a call
	turnTwice                    // an answer that was given before, with another text
	turnStray                    // an answer to an id that nobody asked with
	turnJunk                     // a line that is no message
	turnNote                     // a notification
	turnPing                     // a request of the server's: ping
	turnAsk                      // another one
	turnVersion                  // a call is refused with -32022
	turnForget                   // a call is never answered
	turnPause                    // nothing, for a moment
	turnGone                     // the server goes away
)

// hostEra is which server the suite plays.
type hostEra uint8

const (
	hostModern hostEra = iota // of 2026-07-28 alone
	hostLegacy                // of the revisions before
)

// persona is who the suite is in one exchange.
type persona struct {
	era     hostEra
	probe   string // hostLegacy: what server/discover is answered with
	first   string // hostModern: what the first server/discover is answered with; "": the result
	version string // of an InitializeResult
	calls   int    // tools to be called
	cancels int    // and tools to be cancelled
	form    form   // of what is said before the turns
	silent  bool   // server/discover is never answered
}

// oldAnswers are what servers of the revisions before are known to answer
// server/discover with: whatever it is, the client has to fall back (C-ERA-6,
// C-ERA-7).
var oldAnswers = []string{
	`"error":{"code":-32601,"message":"Method not found"}`, `"error":{"code":-32602,"message":"Invalid request parameters"}`,
	`"error":{"code":-32600,"message":"Server not initialized"}`, `"error":{"code":-32000,"message":"Bad Request"}`,
	`"error":{"code":0,"message":"unsupported"}`, `"error":{"code":1,"message":"?"}`, `"error":{"code":-32002,"message":"no"}`,
	`"error":{"code":-32603,"message":"Internal error","data":{"supported":7}}`, `"error":{"code":-32022,"message":"no data"}`,
	`"error":{"code":-32022,"message":"garbled","data":{"supported":"2026-07-28"}}`, `"result":{}`, `"result":{"ok":true}`,
}

// reversions are answers to a first server/discover that still show a server of
// 2026-07-28: the client asks again, and never falls back (C-ERA-5).
var reversions = []string{
	"", "", `"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2026-07-28"}}`,
}

var legacyVersions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// A cast says what the generated exchanges of one client property are made of.
type cast struct {
	skip    string
	eras    []hostEra
	calls   int // at most
	cancels int // at most
	turns   map[turnKind]int
	forms   []form
	first   []string // of personas of 2026-07-28
	steps   int      // at most; default 10
	silent  bool     // of personas of the revisions before
}

func (c *cast) generator() *rapid.Generator[[]turn] {
	var do []turnKind
	for k := range turnGone + 1 {
		do = append(do, slices.Repeat([]turnKind{k}, c.turns[k])...)
	}
	if len(do) == 0 {
		do = []turnKind{turnAnswer}
	}
	kind, form, nth, held := evenly(do), evenly(c.someForms()), rapid.IntRange(0, 15), rapid.Bool()
	most := max(c.steps, 10)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) turn {
		return turn{do: kind.Draw(t, "do"), nth: nth.Draw(t, "nth"), form: form.Draw(t, "form"), held: held.Draw(t, "held")}
	}), 1, most)
}

func (c *cast) someForms() []form {
	if len(c.forms) == 0 {
		return []form{formPlain}
	}
	return c.forms
}

// persona is who the suite is in the exchange with a seed. The answers to the
// probe take their turns, so that few exchanges have them all.
func (c *cast) persona(s *clientSuite, seed int) persona {
	eras := slices.DeleteFunc(slices.Clone(c.eras), func(e hostEra) bool {
		return e == hostModern && !s.modern || e == hostLegacy && !s.legacy
	})
	if len(eras) == 0 {
		eras = c.eras
	}
	first := c.first
	if len(first) == 0 {
		first = reversions[:1]
	}
	n := len(eras)
	p := persona{
		era: eras[seed%n], probe: oldAnswers[(seed-seed/n)%len(oldAnswers)], first: first[seed/n%len(first)], version: legacyVersions[seed/n%len(legacyVersions)],
	}
	rest := rapid.Custom(func(t *rapid.T) persona {
		return persona{
			form:  evenly(c.someForms()).Draw(t, "form"),
			calls: rapid.IntRange(1, max(c.calls, 1)).Draw(t, "calls"), cancels: rapid.IntRange(min(1, c.cancels), c.cancels).Draw(t, "cancels"),
		}
	}).Example(seed)
	p.silent = c.silent
	p.form, p.calls, p.cancels = rest.form, rest.calls, rest.cancels
	return p
}
