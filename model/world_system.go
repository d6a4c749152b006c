package model

// A System is the tables of one server connection and the size of the world
// that is explored with them. Replace a table by a mutant (Table.With) to see
// which invariant notices. Read-only during a search.
type System struct {
	Policy   Policy
	Grace    bool // decisions E14
	Era      *EraTable
	Lifetime *LifetimeTable
	Legacy   *LegacyTable
	Request  *RequestTable

	Requests           int  // how many at a time: 1 to MaxRequests
	Listens            int  // how many of them may be live listens
	Beside             bool // the listens have places of their own, beside those of Requests
	SilentLegacyCancel bool // a legacy cancel is silent too (decisions C2)
	CustomListens      bool // listens have handlers of their own (rules A20)
	Queued             bool // calls wait for a start of their own, as behind a start-up (decisions E15)
}

// NewSystem is the standard connection of policy p with room for n requests,
// two of which may be listens.
func NewSystem(p Policy, grace bool, n int) *System {
	return &System{
		Policy: p, Grace: grace, Era: Era(p, grace), Lifetime: Lifetime, Legacy: LegacySession, Request: Request,
		Requests: min(max(n, 1), MaxRequests), Listens: 2,
	}
}

// answering reports whether the policy commits with an answer, rather than by
// admission or never.
func (sys *System) answering() bool { return sys.Policy == FirstFrame || sys.Policy == FirstSuccess }

// Start is the world before the first frame.
func (sys *System) Start() World {
	return World{Era: sys.Era.Start, Life: sys.Lifetime.Start, Legacy: sys.Legacy.Start}
}
