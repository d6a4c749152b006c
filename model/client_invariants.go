package model

// A ClientTransition is one step of a ClientWorld. Calls are numbered as in Before.
type ClientTransition struct {
	sys    *ClientSystem
	Before ClientWorld
	Move   ClientMove
	After  ClientWorld
	Out    []ClientEmission
}

// clientStatements are what is claimed of a client, whatever its server does.
func clientStatements() []statement[ClientTransition] {
	type T = ClientTransition
	say := func(name, says, ref string, holds func(*T) bool) statement[T] {
		return statement[T]{Claim{name, says, ref}, holds}
	}
	return []statement[T]{
		say("modern-is-never-initialized", "Once an answer has shown a modern server, initialize is not sent to it.", "rules B2, B3, B12 and B13, C-ERA-5", func(t *T) bool {
			return !t.asks(OwnInitialize) || !t.knows(PastModern)
		}),
		say("probes-first", "Unless the mode or a verdict says otherwise, a process is probed before anything else.", "rules B1 and B6, C-ERA-3", func(t *T) bool {
			if t.Move.Kind != ClientStarted || !t.After.Has(PastUp) || t.After.Has(PastClosed) {
				return true
			}
			initialises := t.sys.Mode == ModeLegacy || t.Before.Negotiation == NegotiationInitialising || t.sys.KnownLegacy && !t.Before.Has(pastKnown)
			known := t.sys.KnownModern && !t.Before.Has(pastKnown)
			return t.asks(OwnInitialize) == (initialises && !known) && t.asks(OwnProbe) == (!initialises && !known)
		}),
		say("modes", "The modern mode never initializes, the legacy mode never probes.", "rules B6", func(t *T) bool {
			return !(t.sys.Mode == ModeModern && t.asks(OwnInitialize)) && !(t.sys.Mode == ModeLegacy && (t.asks(OwnProbe) || t.asks(OwnReprobe)))
		}),
		say("held-until-the-verdict", "A call is written only after the answer that settles the era, and in its vocabulary.", "rules B1 and B5, C-LIFE-2", func(t *T) bool {
			return t.each(func(e *ClientEmission) bool {
				switch {
				case e.Out != OutCall:
					return true
				case e.Modern:
					return t.Before.Has(PastUp | PastDiscovered)
				}
				return t.Before.Has(PastUp | PastLegacy)
			})
		}),
		say("verdict-is-cached", "A process whose era is settled is asked for it no more.", "rules B2 and B5", func(t *T) bool {
			return !t.asks(OwnProbe) && !t.asks(OwnReprobe) && !t.asks(OwnInitialize) || !t.Before.Has(PastDiscovered) && !t.Before.Has(PastLegacy) || !t.sameProcess()
		}),
		say("one-fallback", "A process is asked with initialize once.", "rules B4, decisions K5", func(t *T) bool {
			return !t.asks(OwnInitialize) || !t.sameProcess() || !t.Before.Has(PastInitialise)
		}),
		say("one-second-probe", "A server that is settled as modern is probed once more, and only once.", "rules B3, B13 and B18", func(t *T) bool {
			return !t.asks(OwnReprobe) || !t.Before.Has(PastReprobed) && t.After.Has(PastModern)
		}),
		say("falls-back", "A probe whose answer shows nothing of a modern server, or that has none, leads to initialize, in the mode that may.", "rules B4 and B14, C-ERA-6, C-ERA-7, decisions K2 and K5", func(t *T) bool {
			return t.Before.Negotiation != NegotiationProbing || !t.decidesLegacy() || t.fallsBack() == (t.sys.Mode == ModeAuto)
		}),
		say("second-probe", "A refused version, or an initialize that a modern server refuses, is answered by a second probe.", "rules B3 and B18, decisions K4", func(t *T) bool {
			refused := t.answers(NegotiationOnVersionRefused) && t.Before.Negotiation == NegotiationProbing ||
				t.answers(NegotiationOnInitializeModern) && t.sys.Mode == ModeAuto && t.Before.Negotiation == NegotiationInitialising
			return !refused || t.asks(OwnReprobe)
		}),
		say("usable-answers-settle", "A usable DiscoverResult settles modern, an InitializeResult legacy: who waited goes on.", "rules B2, C-LIFE-2, C-ERA-4", func(t *T) bool {
			modern := t.decides(NegotiationOnDiscovered)
			legacy := t.answers(NegotiationOnInitialized) && t.Before.Negotiation == NegotiationInitialising
			settled := t.After.Negotiation == NegotiationModern && !t.After.waits() && t.did(OutSettleModern)
			if legacy {
				settled = t.After.Negotiation == NegotiationLegacy && !t.After.waits() && t.did(OutInitialized)
			}
			return !modern && !legacy || settled
		}),
		say("initialized-follows-its-result", "notifications/initialized follows an InitializeResult, once, and is never sent to a modern server.", "rules B11, C-LIFE-2", func(t *T) bool {
			return !t.did(OutInitialized) || t.answers(NegotiationOnInitialized) && t.Before.Negotiation == NegotiationInitialising
		}),
		say("settles-by-an-answer", "An era is settled by a usable answer, or by a stored one, and by nothing else.", "rules B2, C-ERA-2", func(t *T) bool {
			if t.After.Negotiation == t.Before.Negotiation || !t.After.settledEra() {
				return true
			}
			if t.Move.Kind == ClientStarted {
				return t.sys.KnownModern && t.After.Negotiation == NegotiationModern
			}
			return t.After.Negotiation == NegotiationModern && t.decides(NegotiationOnDiscovered) ||
				t.After.Negotiation == NegotiationLegacy && t.answers(NegotiationOnInitialized)
		}),
		say("settled-until-the-end", "A settled era lasts as long as its process.", "rules B5, C-SHUT-4", func(t *T) bool {
			return !t.Before.settledEra() || t.After.Negotiation == t.Before.Negotiation || !t.After.Has(PastUp)
		}),
		say("a-dead-process-settles-nothing", "What was settled ends with its process.", "C-SHUT-4", func(t *T) bool {
			return !t.severs() || !t.After.settledEra() && (!t.Before.settledEra() || t.After.Negotiation == NegotiationIdle)
		}),
		say("what-fails-is-over", "A negotiation that fails fails who waits, and sends the process away.", "rules B12, decisions K15", func(t *T) bool {
			failed := t.did(OutGiveUp)
			if failed != (t.After.Negotiation == NegotiationFailed && t.Before.Negotiation != NegotiationFailed && t.Move.Kind != ClientStartFailed) && !(t.Move.Kind == ClientStartFailed && failed) {
				return false
			}
			return !failed || !t.After.waits() && t.After.Process != ProcessRunning
		}),
		say("a-refusal-fails", "What rules an era out, and leaves no other, fails.", "rules B12 and B13, decisions K2 and K15", func(t *T) bool {
			return !t.hopeless() || t.did(OutGiveUp) && t.After.Negotiation == NegotiationFailed
		}),
		say("starts-anew", "After a failure the next process is probed as the first one was.", "decisions K15", func(t *T) bool {
			return t.Before.Negotiation != NegotiationFailed || t.After.Negotiation == NegotiationFailed || t.Move.Kind == ClientStarted
		}),
		say("settled-once", "A call has one outcome.", "decisions K8, S-MSG-8", func(t *T) bool {
			for i := range t.After.Calls {
				if t.After.Calls[i].Marks&CallTwice != 0 {
					return false
				}
			}
			return true
		}),
		say("the-table-knows", "A call's state says whether its caller has the outcome.", "decisions K8", func(t *T) bool {
			for _, c := range t.After.Calls {
				if c.Place != PlaceNone && c.State.Settled() != (c.Marks&CallSettled != 0) {
					return false
				}
			}
			return true
		}),
		say("outcome-is-the-answers", "A call in flight gets the first answer that comes, and what its caller does ends it at once.", "S-RESP-1, S-RESP-5, C-CANCEL-1", func(t *T) bool {
			c, ok := t.call()
			if !ok || !c.pending() {
				return true
			}
			want := map[CallEvent]ClientOut{CallOnResult: OutResolve, CallOnError: OutFail, CallOnProgress: OutReport}[t.Move.On]
			if t.Move.Kind == ClientCancels || t.Move.Kind == ClientCallTimeout {
				want = OutAbort
			}
			return t.did(want)
		}),
		say("late-is-dropped", "What comes for a call that has its outcome is not told to anybody.", "C-CANCEL-4, C-PROG-3, S-MSG-8", func(t *T) bool {
			c, ok := t.call()
			return !ok || c.pending() || len(t.Out) == 0
		}),
		say("cancels-what-is-written", "A cancel is written exactly when a call is given up that was written and is not answered; nothing of the client's own is cancelled.", "C-CANCEL-1, C-CANCEL-3, decisions K3 and K8", func(t *T) bool {
			c, ok := t.call()
			gives := ok && (t.Move.Kind == ClientCancels || t.Move.Kind == ClientCallTimeout) && c.pending() && c.Place == PlaceAway
			return t.did(OutCancelled) == gives && !t.did(OutOwnCancelled)
		}),
		say("refused-version-is-sent-again", "A -32022 with a mutual version makes a call wait for the pipe once more, once.", "rules B10, C-VER-1", func(t *T) bool {
			if t.Move.Kind != ServerRefusesCall || !t.Before.Calls[t.Move.Slot].pending() || t.Before.Negotiation != NegotiationModern {
				return true
			}
			c, again := t.Before.Calls[t.Move.Slot], &t.After.Calls[t.Move.Slot]
			if t.Move.Answer == NegotiationOnVersionsForeign || c.Marks&CallResent != 0 {
				return t.did(OutFail)
			}
			return len(t.Out) == 0 && again.pending() && again.Place == PlacePipe && again.State != CallSent
		}),
		say("turns-are-used", "What has its turn with the pipe is written.", "rules B5, C-ID-1", func(t *T) bool {
			return (t.Move.Kind != ClientWritesCall || t.did(OutCall)) && (t.Move.Kind != ClientWritesOwn || t.did(OutOwn))
		}),
		say("lost-with-the-connection", "What a process was asked is lost with it; nobody waits for its answer.", "decisions K12, C-SHUT-4", func(t *T) bool {
			if t.After.Has(PastUp) {
				return true
			}
			for _, c := range t.After.Calls {
				if c.pending() && (c.State != CallQueued || c.Place != PlaceEra) {
					return false
				}
			}
			return true
		}),
		say("carried-once", "A call that was never written waits for one more process, and only one.", "decisions K12 and K15", func(t *T) bool {
			for i, c := range t.After.Calls {
				if b := t.Before.Calls[i]; t.severs() && b.pending() && b.Marks&CallCarried != 0 && b.Place == PlacePipe && c.pending() {
					return false
				}
			}
			return true
		}),
		say("one-process", "A process is started only where there is none, and only for somebody who waits.", "rules B5, C-SHUT-4", func(t *T) bool {
			if !t.did(OutStart) {
				return true
			}
			first := !t.Before.Has(PastLaunched) && t.Before.Process == ProcessStarting
			return (first || t.gone()) && t.After.waits()
		}),
		say("wanted-is-started", "Who waits for an era has a process, or one that is on its way, or on its way out.", "rules B5, decisions K5", func(t *T) bool {
			return !t.After.waits() || t.After.Process != ProcessExited
		}),
		say("step-by-step", "End of input, SIGTERM, SIGKILL: each follows the one before.", "C-SHUT-1, C-SHUT-2, decisions K11", func(t *T) bool {
			want := map[ClientOut]ProcessState{OutCloseInput: ProcessRunning, OutTerminate: ProcessStdinClosed, OutKill: ProcessTerminating}
			ok := t.each(func(e *ClientEmission) bool {
				from, has := want[e.Out]
				return !has || t.Before.Process == from || e.Out == OutCloseInput && t.Move.Kind == ClientStarted
			})
			return ok && (t.Move.Kind != ClientGrace || t.did(OutTerminate) || t.did(OutKill))
		}),
		say("reaped", "A process that ends is reaped, and its streams are of no use.", "decisions K11", func(t *T) bool {
			return (t.Move.Kind != ServerExits || t.did(OutReap) && !t.After.Has(PastUp) && (t.After.Process == ProcessExited || t.did(OutStart))) &&
				(!t.did(OutReap) || t.Move.Kind == ServerExits)
		}),
		say("starts-are-used", "A process that runs is used, or sent away.", "rules B5", func(t *T) bool {
			return t.Move.Kind != ClientStarted || t.After.Has(PastUp) && t.After.Process == ProcessRunning || t.After.Has(PastClosed) && t.did(OutCloseInput)
		}),
		say("closed-is-closed", "After a close nothing is written and nobody waits.", "decisions K11", func(t *T) bool {
			if !t.After.Has(PastClosed) {
				return true
			}
			for _, c := range t.After.Calls {
				if c.pending() {
					return false
				}
			}
			return t.each(func(e *ClientEmission) bool { return e.Out != OutCall && e.Out != OutOwn && e.Out != OutAsk }) &&
				(t.Move.Kind != ClientCloses || t.Before.Process != ProcessRunning || t.did(OutCloseInput))
		}),
	}
}
