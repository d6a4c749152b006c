package model

// A Letter is one thing that an observer can say to a server. What it looks
// like in bytes is the observer's business.
type Letter uint8

const (
	LetterDiscover     Letter = iota // server/discover
	LetterList                       // tools/list
	LetterAbove                      // tools/list of a version above the newest
	LetterBelow                      // tools/list of a version below the oldest
	LetterPartial                    // tools/list whose envelope lacks a required member
	LetterUnknown                    // a method that does not exist
	LetterRemoved                    // ping, which 2026-07-28 took out
	LetterSlow                       // a tools/call that takes a while
	LetterListen                     // subscriptions/listen
	LetterChange                     // a tools/call that changes what is listened to
	LetterCancelSlow                 // notifications/cancelled for the slow call
	LetterCancelListen               // notifications/cancelled for the listen
	LetterInitialize                 // initialize, and notifications/initialized
	LetterBareList                   // tools/list without an envelope
	LetterBareSlow                   // the slow call without an envelope
	LetterPing                       // ping without an envelope
	LetterNotice                     // a notification without an envelope
	LetterEOF                        // the end of input

	letters
)

var letterNames = [...]string{
	"discover", "list", "above", "below", "partial", "unknown", "removed", "slow", "listen", "change", "cancel(slow)", "cancel(listen)",
	"initialize", "bare list", "bare slow", "ping", "notice", "EOF",
}

func (l Letter) String() string { return letterNames[l] }

// Letters lists the alphabet.
func Letters() []Letter {
	all := make([]Letter, letters)
	for i := range all {
		all[i] = Letter(i)
	}
	return all
}

// Class is the class of the letter's first frame; ok is false for LetterEOF,
// which is none.
func (l Letter) Class() (c Class, ok bool) {
	switch l {
	case LetterDiscover:
		return ClassDiscover, true
	case LetterAbove, LetterBelow:
		return ClassUnsupportedVersion, true
	case LetterPartial:
		return ClassPartialEnvelope, true
	case LetterUnknown, LetterRemoved:
		return ClassEnvelopedUnknown, true
	case LetterListen:
		return ClassListen, true
	case LetterCancelSlow, LetterCancelListen:
		return ClassCancelled, true
	case LetterInitialize:
		return ClassInitialize, true
	case LetterBareList, LetterBareSlow:
		return ClassBare, true
	case LetterPing:
		return ClassPing, true
	case LetterNotice:
		return ClassNotification, true
	case LetterEOF:
		return 0, false
	}
	return ClassEnveloped, true
}

// Modern reports whether the letter is of 2026-07-28.
func (l Letter) Modern() bool { return l <= LetterChange || l == LetterCancelListen }

// Legacy reports whether the letter is of the revisions before.
func (l Letter) Legacy() bool { return l >= LetterInitialize && l <= LetterNotice }

// Request reports whether the letter asks for an answer.
func (l Letter) Request() bool {
	c, ok := l.Class()
	return ok && c.Request()
}

// Ends reports whether the letter is a cancel.
func (l Letter) Ends() bool { return l == LetterCancelSlow || l == LetterCancelListen }

// decides: the letter ends something, or chooses the era.
func (l Letter) decides() bool {
	return l.Ends() || l == LetterInitialize || l == LetterEOF
}

// lasting: the letter is still at work when the next one comes.
func (l Letter) lasting() bool {
	switch l {
	case LetterSlow, LetterBareSlow, LetterListen:
		return true
	}
	return false
}

// cancels reports whether l is the cancel of what target began.
func (l Letter) cancels(target Letter) bool {
	return l == LetterCancelListen && target == LetterListen ||
		l == LetterCancelSlow && (target == LetterSlow || target == LetterBareSlow)
}
