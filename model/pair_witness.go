package model

// pairSituations are what a complete walk of sys must see.
func pairSituations(sys *PairSystem) []situation[PairTransition] {
	type T = PairTransition
	var all []situation[T]
	see := func(name string, here bool, seen func(*T) bool) {
		if here {
			all = append(all, situation[T]{name, seen})
		}
	}
	reads := func(t *T, f Frame) bool { return t.Move.Kind == PairReads && t.Before.Down[0].Frame == f }
	modern, calls, listens := sys.Mode != ModeLegacy, sys.Calls > 0, sys.Listens > 0 && sys.Mode != ModeLegacy
	probes := sys.Mode == ModeAuto && !sys.Known
	_, late, _ := sys.Server.Era.Step(sys.afterProbe(), EraOnInitialize) // what a late initialize meets depends on the policy
	see("modern is agreed", modern, func(t *T) bool {
		return t.After.Negotiation == NegotiationModern && (t.After.Server.Era == EraProbed || t.After.Server.Era == EraModern || sys.Server.Policy == Concurrent)
	})
	see("legacy is agreed", !modern || probes && late == EraDoHandshake, func(t *T) bool {
		return t.After.Negotiation == NegotiationLegacy && t.After.Server.Legacy == LegacyInitialised
	})
	see("a late initialize is refused and the second probe settles", probes && late == EraDoRefuseLate, func(t *T) bool {
		return t.Before.Negotiation == NegotiationReprobing && t.After.Negotiation == NegotiationModern
	})
	see("a refused version is probed again", modern && sys.Foreign && !sys.Known, func(t *T) bool { return t.Move.Kind == PairWrites && t.Move.Slot == pairReprobe })
	see("a call is answered", calls, func(t *T) bool { return reads(t, FrameResult) && t.Before.Asks[t.Before.Down[0].Slot].Outcomes == 0 })
	see("a cancel crosses the answer on the wire", calls, func(t *T) bool {
		return reads(t, FrameResult) && t.Before.Asks[t.Before.Down[0].Slot].Call == CallCancelled
	})
	see("a cancel takes the answer back", calls && modern, func(t *T) bool {
		return t.Move.Kind == PairServerReads && t.Move.Move.Class == ClassCancelled && t.After.DownLen < t.Before.DownLen
	})
	see("progress arrives", calls, func(t *T) bool { return reads(t, FrameProgress) })
	see("a listen lives", listens, func(t *T) bool { return t.After.Asks[pairListen].Subscription == SubscriptionLive })
	see("a change arrives", listens, func(t *T) bool { return reads(t, FrameEvent) })
	see("a listen overflows", listens, func(t *T) bool { return reads(t, FrameCancelled) })
	see("a change crosses the close of its listen", listens, func(t *T) bool {
		return reads(t, FrameEvent) && t.Before.Asks[pairListen].Subscription == SubscriptionClosed
	})
	see("the end of input ends a live listen", listens, func(t *T) bool {
		return t.Move.Kind == PairServerReadsEnd && t.Before.Server.Listens() > 0
	})
	see("the pipe is full", calls || listens, func(t *T) bool { return int(t.After.UpLen) == sys.UpCap })
	see("the output is full", calls || listens, func(t *T) bool { return int(t.After.DownLen) == sys.DownCap })
	see("held requests are released together", sys.Calls+sys.Listens > 1 && modern && !sys.Known, func(t *T) bool {
		n := 0
		for i := pairCall; i < pairAsks; i++ {
			if t.Before.Asks[i].Place == PlaceEra && t.After.Asks[i].Place == PlacePipe {
				n++
			}
		}
		return n > 1
	})
	see("a call is lost with the connection", calls, func(t *T) bool {
		return t.Move.Kind == PairReadsEnd && t.Before.Asks[pairCall].Outcomes == 0 && t.After.Asks[pairCall].Outcomes == 1
	})
	see("the server's end meets the probe", sys.Mode == ModeAuto && !sys.Known, func(t *T) bool { return t.After.Has(PairRestarted) })
	see("both sides have ended", true, func(t *T) bool { return t.After.Has(PairEnded) && t.After.Server.Life == LifetimeClosed })
	return all
}

// afterProbe is the era of the server once it has answered the first probe.
func (sys *PairSystem) afterProbe() EraState {
	c := ClassDiscover
	if sys.Foreign {
		c = ClassUnsupportedVersion
	}
	w, _ := sys.Server.Step(sys.Server.Start(), Move{Kind: MoveRead, Class: c, Slot: 0}, nil)
	return w.Era
}
