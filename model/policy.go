package model

// A Policy says when a connection commits to an era. The specification lets a
// server serve both eras at once, so no policy is a violation (decisions E1).
type Policy uint8

const (
	FirstFrame     Policy = iota // before the first non-error frame of a modern request (rules A5); the default
	FirstSuccess                 // when a handler has returned a success
	OpeningRequest               // when the first request is admitted, even one that fails
	ProbeWindow                  // when a message is admitted, but discover only opens a window
	Concurrent                   // never: both eras are served side by side
)

var policyNames = [...]string{"first-frame", "first-success", "opening-request", "probe-window", "concurrent"}

func (p Policy) String() string { return policyNames[p] }

// Policies lists all policies, the default first.
func Policies() []Policy {
	return []Policy{FirstFrame, FirstSuccess, OpeningRequest, ProbeWindow, Concurrent}
}

// ParsePolicy reads a policy's name.
func ParsePolicy(name string) (Policy, bool) {
	for i, n := range policyNames {
		if n == name {
			return Policy(i), true
		}
	}
	return 0, false
}
