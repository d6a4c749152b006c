package model

// A PairTransition is one step of a PairWorld.
type PairTransition struct {
	sys    *PairSystem
	Before PairWorld
	Move   PairMove
	After  PairWorld
	Out    []Emission
}

// pairStatements are what is claimed of our client and our server together.
func pairStatements() []statement[PairTransition] {
	type T = PairTransition
	say := func(name, says, ref string, holds func(*T) bool) statement[T] {
		return statement[T]{Claim{name, says, ref}, holds}
	}
	return []statement[T]{
		say("agreed-era", "The era that the client has settled is the one that the server has locked; one that it knows from before is never the other.", "rules A5, B2 and C2, S-ERA-4", func(t *T) bool {
			w := &t.After
			if !w.settledEra() {
				return true
			}
			legacy := w.Negotiation == NegotiationLegacy
			switch {
			case t.sys.Server.Policy == Concurrent:
				return !legacy || w.Server.Legacy != LegacyUninitialised
			case legacy:
				return w.Server.Era == EraLegacy
			}
			return w.Server.Era == EraModern || w.Server.Era == EraProbed || t.sys.Known && (w.Server.Era == EraOpen || w.Server.Life != LifetimeServing)
		}),
		say("server-understands", "The server refuses nothing of what our client sends, but a version, a late initialize, and what comes while it drains.", "rules A21 and C3, decisions E5 and E8", func(t *T) bool {
			return t.each(func(e *Emission) bool {
				switch e.Frame {
				case FrameClassRefusal:
					return t.Move.Slot == pairProbe && t.sys.Foreign
				case FrameLate:
					return t.Move.Slot == pairInitialize && t.sys.Mode == ModeAuto && t.Before.Has(PairDisturbed)
				case FrameDraining:
					return t.Before.Server.Life == LifetimeDraining
				}
				return e.Frame < FrameFault
			})
		}),
		say("client-understands", "The client reads only what its model allows: nothing before its request was written, nothing after its answer, no change before the acknowledgement.", "S-MSG-8, S-SUB-2, S-SUB-3, S-SUB-9, S-PROG-9, C-PROG-3", func(t *T) bool {
			if t.Move.Kind != PairReads {
				return true
			}
			f := t.Before.Down[0]
			return allowed(t.sys, &t.Before.Asks[f.Slot], f)
		}),
		say("one-vocabulary", "A request is answered in the vocabulary in which it was asked.", "rules A21, S-ERA-4", func(t *T) bool {
			if t.Move.Kind != PairReads {
				return true
			}
			f := t.Before.Down[0]
			return f.Frame.Error() || t.Before.Asks[f.Slot].Modern == (f.Lane == LaneModern)
		}),
		say("one-outcome", "A request has one outcome for its caller.", "S-MSG-8, decisions K8", func(t *T) bool {
			for i := range t.After.Asks {
				if t.After.Asks[i].Outcomes > 1 {
					return false
				}
			}
			return true
		}),
		say("answers-arrive", "A request that is not given up gets what its handler said.", "S-RESP-1, S-RESP-5, S-SUB-7", func(t *T) bool {
			if t.Move.Kind != PairReads {
				return true
			}
			f := t.Before.Down[0]
			a, after := &t.Before.Asks[f.Slot], &t.After.Asks[f.Slot]
			if f.Slot < pairCall || a.Outcomes > 0 {
				return true
			}
			return (after.Outcomes == 1) == f.Frame.Last()
		}),
		say("finds-the-era", "Unless time runs out or a side closes, the client finds an era: modern where its mode allows it.", "rules B2, B3 and B6", func(t *T) bool {
			w := &t.After
			if w.Has(PairDisturbed) || w.Has(PairEnded) {
				return true
			}
			if t.sys.Mode == ModeLegacy {
				return w.Negotiation != NegotiationFailed && w.Negotiation != NegotiationModern
			}
			return w.Negotiation != NegotiationFailed && w.Negotiation != NegotiationLegacy
		}),
		say("late-fallback-is-found", "A client that has lost patience is served in the era that the server holds, or is told it.", "rules A16, B18, decisions K4", func(t *T) bool {
			if t.Move.Kind != PairReads || t.Before.Down[0].Frame != FrameLate {
				return true
			}
			return t.After.Negotiation != NegotiationLegacy
		}),
		say("a-settled-era-is-not-initialized", "Once a DiscoverResult was read in time, no initialize is sent.", "rules B2", func(t *T) bool {
			return t.Move.Kind != PairWrites || t.Move.Slot != pairInitialize || t.Before.Negotiation == NegotiationInitialising
		}),
		say("calls-are-held", "A call leaves the client only when the era is settled.", "rules B1 and B5", func(t *T) bool {
			return t.Move.Kind != PairWrites || t.Move.Slot < pairCall || t.Before.settledEra()
		}),
		say("input-ends-once", "What ends the client's side ends the server's: after the end of input nothing is admitted.", "rules A15, S-SHUT-1", func(t *T) bool {
			return t.Move.Kind != PairServerReadsEnd || t.After.Server.Life != LifetimeServing
		}),
	}
}

// allowed reports whether the client's tables let it read f for a.
func allowed(sys *PairSystem, a *Ask, f DownFrame) bool {
	if a.Place != PlaceAway {
		return false
	}
	if f.Slot == pairListen {
		switch a.Subscription {
		case SubscriptionOpening:
			return f.Frame != FrameEvent && f.Frame != FrameProgress
		case SubscriptionLive:
			return f.Frame != FrameAcknowledgement && f.Frame != FrameProgress
		case SubscriptionClosed, SubscriptionLost:
			return true
		}
		return false
	}
	_, do, ok := sys.Call.Step(a.Call, callEventOf(f.Frame))
	return ok && (do != CallDoDrop || a.Call == CallCancelled || a.Call == CallTimedOut) || a.Call == CallLost
}

func (t *PairTransition) each(ok func(*Emission) bool) bool {
	for i := range t.Out {
		if !ok(&t.Out[i]) {
			return false
		}
	}
	return true
}
