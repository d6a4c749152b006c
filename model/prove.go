package model

import "fmt"

// A Proof is one complete walk that the proof consists of.
type Proof struct {
	World  string // "server", "negotiation" or "product"
	Tables string // what runs
	Bounds string
	Walk   func(workers int) Result
}

// Proofs lists the walks of the proof: the default policy at its full size,
// everything else at a size that takes seconds.
func Proofs() (all []Proof) {
	all = append(all, ServerProof(FirstFrame, false, 5, 2))
	eachPolicy(func(p Policy, grace bool) {
		if p != FirstFrame || grace {
			all = append(all, ServerProof(p, grace, 3, 2))
		}
	})
	for _, m := range Modes() {
		for _, known := range []NegotiationState{NegotiationIdle, NegotiationModern, NegotiationLegacy} {
			if known == NegotiationIdle || m == ModeAuto || m == ModeModern && known == NegotiationModern {
				all = append(all, NegotiationProof(m, known, 2))
			}
		}
	}
	all = append(all, NegotiationProof(ModeAuto, NegotiationIdle, 3))
	eachPolicy(func(p Policy, grace bool) {
		for _, m := range Modes() {
			all = append(all, ProductProof(p, grace, m, Fresh, 1, 1))
			if m != ModeLegacy {
				all = append(all, ProductProof(p, grace, m, Foreign, 1, 1), ProductProof(p, grace, m, Stored, 1, 1))
			}
		}
	})
	for _, m := range Modes() {
		all = append(all, ProductProof(FirstFrame, false, m, Fresh, 2, 0))
	}
	return all
}

func eachPolicy(yield func(p Policy, grace bool)) {
	for _, p := range Policies() {
		yield(p, false)
		if p == FirstFrame || p == FirstSuccess {
			yield(p, true)
		}
	}
}

// ServerProof is a server's connection with room for so many requests, and
// beside them so many listens.
func ServerProof(p Policy, grace bool, requests, listens int) Proof {
	sys := NewSystem(p, grace, requests)
	sys.Listens, sys.Beside = listens, true
	return Proof{"server", sys.Era.Name, fmt.Sprintf("%d requests, %d listens", sys.Requests, listens), func(workers int) Result {
		return Explore(sys, ExploreOptions{Workers: workers})
	}}
}

// NegotiationProof is a client that knows nothing of its server (NegotiationIdle),
// or has a stored verdict, with so many callers at a time.
func NegotiationProof(m Mode, known NegotiationState, calls int) Proof {
	sys := NewClientSystem(m, calls)
	sys.KnownModern, sys.KnownLegacy = known == NegotiationModern, known == NegotiationLegacy
	bounds := fmt.Sprintf("%d calls", sys.Calls)
	if known != NegotiationIdle {
		bounds += ", known to be " + map[bool]string{true: "modern", false: "legacy"}[sys.KnownModern]
	}
	return Proof{"negotiation", sys.Negotiation.Name, bounds, func(workers int) Result {
		return ExploreClient(sys, SearchOptions{Workers: workers})
	}}
}

// A Meeting is what the client of a pair begins with.
type Meeting uint8

const (
	Fresh   Meeting = iota // nothing
	Foreign                // a version that the server does not serve
	Stored                 // the stored verdict that the server is modern
)

// ProductProof is our client and our server over two pipes.
func ProductProof(p Policy, grace bool, m Mode, meeting Meeting, calls, listens int) Proof {
	sys := NewPairSystem(p, grace, m, calls, listens)
	sys.Foreign, sys.Known = meeting == Foreign, meeting == Stored
	bounds := fmt.Sprintf("%d calls, %d listens, pipes of %d and %d", sys.Calls, sys.Listens, sys.UpCap, sys.DownCap)
	bounds += [...]string{"", ", a foreign version first", ", known to be modern"}[meeting]
	return Proof{"product", sys.Negotiation.Name + ", " + sys.Server.Era.Name, bounds, func(workers int) Result {
		return ExplorePair(sys, SearchOptions{Workers: workers})
	}}
}
