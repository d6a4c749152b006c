package model

// MaxCalls is how many calls a ClientWorld can hold, maxOwn how many requests
// of the client's own one process may be sent.
const (
	MaxCalls = 3
	maxOwn   = 4 // a probe, its repetition, initialize, the second probe
)

// A ClientWorld is a client and its server process, which answers anything, in
// any order, or nothing, and may end at any time. It is comparable. The zero
// ClientWorld has not started a process.
type ClientWorld struct {
	Negotiation NegotiationState
	Process     ProcessState
	Past        Past
	Own         [maxOwn]OwnRequest // to this process, in the order of their coming
	Calls       [MaxCalls]ClientCall
}

// OwnKind is what the client itself asks for.
type OwnKind uint8

const (
	OwnNone OwnKind = iota
	OwnProbe
	OwnReprobe
	OwnInitialize
)

// An OwnRequest is a request of the client's own: server/discover or initialize.
type OwnRequest struct {
	Kind    OwnKind
	State   CallState
	Written bool
}

// Place is where a call stands.
type Place uint8

const (
	PlaceNone Place = iota
	PlaceEra        // waits until the era is settled
	PlacePipe       // waits for its turn with the pipe
	PlaceAway       // handed over
)

// A ClientCall is one call of a caller.
type ClientCall struct {
	State CallState
	Place Place
	Marks CallMarks
}

// CallMarks are what a ClientWorld remembers about a call beside its state.
type CallMarks uint8

const (
	CallSettled CallMarks = 1 << iota // its caller has its outcome
	CallTwice                         // and a second one
	CallHushed                        // a cancel of it was written
	CallResent                        // it was sent again after a -32022 (rules B10)
	CallCarried                       // it waited for a process that was lost (decisions K12)
)

// Past is what happened so far, seen from outside: the tables have no say in it.
type Past uint16

const (
	PastLaunched   Past = 1 << iota // a process was asked for
	PastUp                          // the process runs, its streams are of use
	PastClosed                      // the host wants no more
	PastRetried                     // the probe was repeated
	PastProbed                      // this process was asked with server/discover
	PastReprobed                    // and asked again as a modern one
	PastInitialise                  // it was asked with initialize
	PastFellBack                    // it was started to be initialised: the one before died of the probe
	PastModern                      // its answers show that it is modern
	PastDiscovered                  // it answered with a usable DiscoverResult
	PastLegacy                      // it answered with an InitializeResult
	PastLate                        // a DiscoverResult came too late (decisions K4)
	pastKnown                       // the stored verdict was used
)

// ofProcess is what is forgotten with a process.
const ofProcess = PastUp | PastRetried | PastProbed | PastReprobed | PastInitialise | PastFellBack | PastModern | PastDiscovered | PastLegacy | PastLate

// Has reports whether all of p are set.
func (w *ClientWorld) Has(p Past) bool { return w.Past&p == p }

// A ClientSystem is the tables of a client and the size of the world that is
// explored with them.
type ClientSystem struct {
	Mode        Mode
	Negotiation *NegotiationTable
	Call        *CallTable
	Process     *ProcessTable
	Calls       int  // 1 to MaxCalls
	Retry       bool // a silent probe is sent a second time
	KnownModern bool // the verdict of an earlier connection is at hand (C-ERA-2)
	KnownLegacy bool
}

// NewClientSystem is a client of mode m with room for n calls.
func NewClientSystem(m Mode, n int) *ClientSystem {
	return &ClientSystem{Mode: m, Negotiation: Negotiation(m), Call: Call, Process: Process, Calls: min(max(n, 1), MaxCalls), Retry: m != ModeLegacy}
}

// Start is the world before the first call.
func (sys *ClientSystem) Start() ClientWorld {
	return ClientWorld{Negotiation: sys.Negotiation.Start, Process: sys.Process.Start}
}

// settledEra reports whether calls are let through.
func (w *ClientWorld) settledEra() bool {
	return w.Negotiation == NegotiationModern || w.Negotiation == NegotiationLegacy
}

// pending reports whether c is a call without an outcome.
func (c ClientCall) pending() bool { return c.Place != PlaceNone && c.Marks&CallSettled == 0 }

// waits reports whether a call waits for the era.
func (w *ClientWorld) waits() bool {
	for _, c := range w.Calls {
		if c.pending() && c.Place == PlaceEra {
			return true
		}
	}
	return false
}

// canonical orders the calls, which differ in nothing but their numbers, and
// forgets those whose outcome is known and of which nothing can come any more.
func (w ClientWorld) canonical() ClientWorld {
	for i := range w.Calls {
		c := &w.Calls[i]
		if c.Place != PlaceNone && !c.pending() && c.Place != PlaceAway && c.Marks&CallTwice == 0 {
			*c = ClientCall{}
		}
		for j := i; j > 0 && w.Calls[j].rank() > w.Calls[j-1].rank(); j-- {
			w.Calls[j], w.Calls[j-1] = w.Calls[j-1], w.Calls[j]
		}
	}
	return w
}

func (c ClientCall) rank() uint32 {
	return uint32(c.Place)<<16 | uint32(c.State)<<8 | uint32(c.Marks)
}
