package model

import "fmt"

// clientSituations are what a complete walk of sys must see.
func clientSituations(sys *ClientSystem) []situation[ClientTransition] {
	type T = ClientTransition
	probes, auto := sys.Mode != ModeLegacy && !sys.KnownModern && !sys.KnownLegacy, sys.Mode == ModeAuto
	several := sys.Calls > 1
	var all []situation[T]
	see := func(name string, here bool, seen func(*T) bool) {
		if here {
			all = append(all, situation[T]{name, seen})
		}
	}
	held := func(t *T, was, is NegotiationState) bool {
		n := 0
		for _, c := range t.Before.Calls {
			if c.pending() && c.Place == PlaceEra {
				n++
			}
		}
		return n == sys.Calls && t.Before.Negotiation == was && t.After.Negotiation == is
	}
	see("held calls are released on modern", probes, func(t *T) bool { return held(t, NegotiationProbing, NegotiationModern) })
	see("held calls are released on legacy", sys.Mode != ModeModern, func(t *T) bool { return held(t, NegotiationInitialising, NegotiationLegacy) })
	see("held calls fail together", true, func(t *T) bool { return held(t, t.Before.Negotiation, NegotiationFailed) && t.did(OutGiveUp) })
	see("an error falls back", probes && auto, func(t *T) bool { return t.decides(NegotiationOnOtherError) && t.asks(OwnInitialize) })
	see("silence falls back", probes && auto, func(t *T) bool { return t.probeIsLost() && t.asks(OwnInitialize) })
	see("a silent probe is sent again", probes && sys.Retry, func(t *T) bool { return t.Move.Kind == ClientOwnTimeout && t.asks(OwnProbe) })
	see("a late DiscoverResult of a repeated probe settles", probes && sys.Retry, func(t *T) bool {
		return t.decides(NegotiationOnDiscovered) && t.Before.Own[t.Move.Slot].State.Settled() && t.did(OutSettleModern)
	})
	see("a late DiscoverResult meets initialize", probes && auto, func(t *T) bool {
		return t.answers(NegotiationOnDiscovered) && t.Before.Negotiation == NegotiationInitialising
	})
	see("a process dies of the probe and comes back to be initialized", probes && auto, func(t *T) bool {
		return t.Move.Kind == ClientStarted && t.asks(OwnInitialize) && t.Before.Negotiation == NegotiationInitialising
	})
	see("a refused version is probed again", probes, func(t *T) bool { return t.decides(NegotiationOnVersionRefused) && t.asks(OwnReprobe) })
	see("initialize is refused by a modern server", auto && !sys.KnownModern, func(t *T) bool { return t.answers(NegotiationOnInitializeModern) && t.asks(OwnReprobe) })
	see("the second probe settles", probes, func(t *T) bool { return t.Before.Negotiation == NegotiationReprobing && t.did(OutSettleModern) })
	see("the second probe fails", probes, func(t *T) bool { return t.Before.Negotiation == NegotiationReprobing && t.did(OutGiveUp) })
	see("a failed negotiation is tried again", true, func(t *T) bool {
		return t.Before.Negotiation == NegotiationFailed && t.Move.Kind == ClientStarted && !t.Before.Has(PastClosed)
	})
	see("a call joins the wait", several, func(t *T) bool { return t.Move.Kind == ClientCalls && t.Before.waits() })
	see("a call is made on a settled era", true, func(t *T) bool { return t.Move.Kind == ClientCalls && t.Before.settledEra() })
	see("a call is refused and sent again", sys.Mode != ModeLegacy, func(t *T) bool {
		return t.Move.Kind == ServerRefusesCall && t.After.Calls[t.Move.Slot].State == CallRenegotiating
	})
	see("a caller gives up while it is held", true, func(t *T) bool {
		return t.Move.Kind == ClientCancels && t.Before.Calls[t.Move.Slot].Place == PlaceEra
	})
	see("a cancel is written", true, func(t *T) bool { return t.did(OutCancelled) })
	see("an answer comes after the cancel", true, func(t *T) bool {
		c, ok := t.call()
		return ok && t.Move.Kind == ServerAnswersCall && c.State == CallCancelled
	})
	see("a call is lost with its process", true, func(t *T) bool { return t.Move.Kind == ServerExits && t.did(OutLose) })
	see("a call waits for the next process", true, func(t *T) bool { return t.Move.Kind == ServerExits && t.did(OutStart) })
	see("a process has to be killed", true, func(t *T) bool { return t.did(OutKill) })
	see("a close meets a negotiation", true, func(t *T) bool { return t.Move.Kind == ClientCloses && t.Before.Own[0].Written })
	return all
}

// line is an emission as a line of an exchange; writes are told by their moves.
func (e ClientEmission) line(w *ClientWorld) (Line, bool) {
	words := [...]string{OutStart: "starts the process", OutCloseInput: "closes its input", OutTerminate: "SIGTERM", OutKill: "SIGKILL",
		OutReport: "progress for call", OutResolve: "result for call", OutFail: "error for call", OutAbort: "call ends", OutLose: "lost: call",
		OutSettleModern: "the era is modern", OutGiveUp: "no era"}
	switch {
	case e.Out == OutInitialized:
		return Line{Side: OnClient, Frame: true, Text: "notifications/initialized"}, true
	case e.Out == OutCancelled:
		return Line{Side: OnClient, Frame: true, Text: fmt.Sprintf("cancelled #%d", e.Slot+1)}, true
	case e.Out == OutOwnCancelled:
		return Line{Side: OnClient, Frame: true, Text: "cancelled " + ownNames[w.Own[e.Slot].Kind]}, true
	case e.Out == OutAsk:
		return Line{Side: OnClient, Text: "asks for " + ownNames[w.Own[e.Slot].Kind]}, true
	case int(e.Out) >= len(words) || words[e.Out] == "":
		return Line{}, false
	case e.Slot >= 0:
		return Line{Side: OnClient, Text: fmt.Sprintf("%s #%d", words[e.Out], e.Slot+1)}, true
	}
	return Line{Side: OnClient, Text: words[e.Out]}, true
}
