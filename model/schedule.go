package model

import "strings"

// A ScheduleStep is one letter and how it follows the one before it.
type ScheduleStep struct {
	Letter Letter
	// Adjacent: it leaves in one write with the letter before it. Otherwise
	// whatever that one must bring about is waited for first.
	Adjacent bool
}

// A Schedule is what an observer says to a server, in order, on a connection of
// its own. When it ends without LetterEOF the observer waits until all is
// settled before it closes its side.
type Schedule []ScheduleStep

// String writes a comma where the observer waits and a semicolon where it does
// not: "listen;initialize, list".
func (s Schedule) String() string {
	var b strings.Builder
	for i, step := range s {
		switch {
		case i == 0:
		case step.Adjacent:
			b.WriteByte(';')
		default:
			b.WriteString(", ")
		}
		b.WriteString(step.Letter.String())
	}
	return b.String()
}

// Has reports whether a letter occurs in s.
func (s Schedule) Has(l Letter) bool {
	for _, step := range s {
		if step.Letter == l {
			return true
		}
	}
	return false
}

// Modern reports whether s speaks the vocabulary of 2026-07-28.
func (s Schedule) Modern() bool { return s.any(Letter.Modern) }

// Legacy reports whether s speaks the vocabulary of the revisions before.
func (s Schedule) Legacy() bool { return s.any(Letter.Legacy) }

// Racy reports whether what comes back depends on timing: a letter that ends
// something, or chooses the era, leaves in one write with another.
func (s Schedule) Racy() bool {
	for i, step := range s {
		if step.Adjacent && (step.Letter.decides() || s[i-1].Letter.decides()) {
			return true
		}
	}
	return false
}

func (s Schedule) any(is func(Letter) bool) bool {
	for _, step := range s {
		if is(step.Letter) {
			return true
		}
	}
	return false
}

// Without returns s without step i. What followed it follows what it followed,
// and a letter that has lost what it spoke of goes too.
func (s Schedule) Without(i int) Schedule {
	return s.keep(func(j int, left Schedule, l Letter) bool { return j != i && left.bears(l) })
}

// sensible drops what makes no sense without a letter that is not there.
func (s Schedule) sensible() Schedule {
	return s.keep(func(_ int, left Schedule, l Letter) bool { return left.bears(l) })
}

// bears reports whether l can follow s: a cancel needs what it cancels, and a
// legacy call the handshake.
func (s Schedule) bears(l Letter) bool {
	switch l {
	case LetterCancelListen:
		return s.Has(LetterListen)
	case LetterCancelSlow:
		return s.Has(LetterSlow) || s.Has(LetterBareSlow)
	case LetterBareSlow:
		return s.Has(LetterInitialize)
	}
	return true
}

func (s Schedule) keep(ok func(i int, left Schedule, l Letter) bool) Schedule {
	var left Schedule
	apart := true // something before the next step is waited for
	for i, step := range s {
		apart = apart || !step.Adjacent
		if !ok(i, left, step.Letter) {
			continue
		}
		left = append(left, ScheduleStep{step.Letter, !apart})
		apart = false
	}
	return left
}
