package model

// The requests of a PairWorld by their ids: each is made once.
const (
	pairProbe      = 0
	pairReprobe    = 1
	pairInitialize = 2
	pairCall       = 3 // and 4
	pairListen     = 5

	pairAsks = 6
	pipeCap  = 4 // the most that PairSystem can set
)

// A PairWorld is our client and our server, and the two pipes between them. It
// is comparable. The zero PairWorld is a process that runs and was asked nothing.
type PairWorld struct {
	Server      World
	Negotiation NegotiationState
	Past        PairPast
	Asks        [pairAsks]Ask
	Up          [pipeCap]UpFrame   // from the client, oldest first
	Down        [pipeCap]DownFrame // from the server: what is handed over, then its outbox
	UpLen       uint8
	DownLen     uint8
	Written     uint8 // how many frames of Down are handed over
}

// An Ask is a request as its client sees it.
type Ask struct {
	Call         CallState
	Subscription SubscriptionState // of a listen
	Place        Place
	Modern       bool  // it was written with an envelope
	Outcomes     uint8 // how often its caller was told the end
}

// An UpFrame is a frame from the client.
type UpFrame struct {
	Class Class
	Slot  int8
}

// A DownFrame is a frame from the server.
type DownFrame struct {
	Frame  Frame
	Slot   int8
	Lane   Lane
	Pinned bool
}

// PairPast is what happened so far.
type PairPast uint8

const (
	PairInputClosed PairPast = 1 << iota // the client has closed the server's input
	PairEnded                            // and has seen the end of its output
	PairOwes                             // notifications/initialized is to be written
	PairRestarted                        // the process was started again (decisions K5)
	PairDisturbed                        // time ran out, or a side closed: the era may stay unknown
)

// Has reports whether all of p are set.
func (w *PairWorld) Has(p PairPast) bool { return w.Past&p == p }

// A PairSystem is the tables of both sides and the size of the world that is
// explored with them.
type PairSystem struct {
	Server       *System // its Requests and Listens do not count
	Mode         Mode
	Negotiation  *NegotiationTable
	Call         *CallTable
	Subscription *SubscriptionTable
	Calls        int  // 0 to 2
	Listens      int  // 0 or 1
	UpCap        int  // frames that the client's pipe holds, 1 to 4
	DownCap      int  // frames that the server's pipe and outbox hold, 1 to 4
	Known        bool // the verdict of an earlier connection is at hand: modern (C-ERA-2)
	Foreign      bool // the first probe carries a version that the server does not serve
}

// NewPairSystem is a client of mode m and a server of policy p with room for
// calls and listens, over pipes that hold two and three frames.
func NewPairSystem(p Policy, grace bool, m Mode, calls, listens int) *PairSystem {
	return &PairSystem{Server: NewSystem(p, grace, MaxRequests), Mode: m, Negotiation: Negotiation(m), Call: Call, Subscription: Subscription,
		Calls: min(calls, 2), Listens: min(listens, 1), UpCap: 2, DownCap: 3}
}

// Start is the world before the first call.
func (sys *PairSystem) Start() PairWorld {
	return PairWorld{Server: sys.Server.Start(), Negotiation: sys.Negotiation.Start}
}

// pending reports whether a caller waits for the end of a. A listen that lives
// waits for nothing.
func (a *Ask) pending(i int) bool {
	if a.Place == PlaceNone || a.Outcomes > 0 {
		return false
	}
	return i != pairListen || a.Subscription != SubscriptionLive
}

func (w *PairWorld) settledEra() bool {
	return w.Negotiation == NegotiationModern || w.Negotiation == NegotiationLegacy
}

// tidy forgets what makes no difference any more: of a request that is over for
// both sides, and of which nothing is under way, only that it was made.
func (w PairWorld) tidy() PairWorld {
	clear(w.Up[w.UpLen:])
	clear(w.Down[w.DownLen:])
	for i := range w.Asks {
		a, s := &w.Asks[i], &w.Server.Slots[i]
		if s.Has(MarkWaiting) {
			s.clear(MarkQueued)
		}
		if over := a.Outcomes == 1 || i < pairCall && a.Call.Settled(); over && (s.Kind == KindFree || s.Done() && !s.Has(MarkTwice)) && !w.underWay(i) {
			*s = Slot{}
			*a = Ask{Call: CallAnswered, Place: PlaceAway, Outcomes: a.Outcomes}
			if i == pairListen {
				a.Subscription = SubscriptionGraceful
			}
		}
	}
	return w
}

// underWay reports whether a frame of request i is in a pipe.
func (w *PairWorld) underWay(i int) bool {
	for _, f := range w.Up[:w.UpLen] {
		if int(f.Slot) == i {
			return true
		}
	}
	for _, f := range w.Down[:w.DownLen] {
		if int(f.Slot) == i {
			return true
		}
	}
	return false
}
