package model

// A Witness is a situation that a complete walk must reach: without it, the
// invariants would hold for the want of anything happening.
type Witness struct {
	Name string
	For  func(*System) bool // nil: always
	Seen func(*System, *Transition) bool
}

// Witnesses lists what a walk of sys has to see.
func Witnesses(sys *System) (all []Witness) {
	for _, group := range [...][]Witness{lockWitnesses(), cancelWitnesses(), listenWitnesses(), endWitnesses()} {
		for _, w := range group {
			if w.For == nil || w.For(sys) {
				all = append(all, w)
			}
		}
	}
	return all
}

// crowded: there is room for one listen too many.
func crowded(sys *System) bool { return sys.places() > sys.Listens }

func several(sys *System) bool { return sys.Requests > 1 }

func lockWitnesses() []Witness {
	early := func(sys *System) bool { return several(sys) && sys.answering() }
	emits := func(f Frame, was, is EraState) func(*System, *Transition) bool {
		return func(_ *System, t *Transition) bool {
			return t.some(func(e *Emission) bool { return e.Frame == f && e.Was == was && e.Is == is })
		}
	}
	return []Witness{
		{"progress locks", policies(FirstFrame), emits(FrameProgress, EraOpen, EraModern)},
		{"a request whose progress locked fails", policies(FirstFrame), func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveError && t.was(int(t.Move.Slot)).Has(MarkPinned) && t.only(FrameError)
		}},
		{"an acknowledgement locks", policies(FirstFrame), emits(FrameAcknowledgement, EraOpen, EraModern)},
		{"a result locks", func(sys *System) bool { return sys.answering() }, emits(FrameResult, EraOpen, EraModern)},
		{"a discover locks", func(sys *System) bool { return sys.answering() && !sys.Grace }, emits(FrameDiscoverResult, EraOpen, EraModern)},
		{"an initialize takes a provisional lock over", func(sys *System) bool { return sys.answering() && sys.Grace }, emits(FrameInitializeResult, EraProbed, EraLegacy)},
		{"initialize behind an unwritten acknowledgement is refused", func(sys *System) bool { return several(sys) && sys.Policy == FirstFrame }, func(_ *System, t *Transition) bool {
			return t.Move.Class == ClassInitialize && t.only(FrameLate) && t.After.Slots[0].Has(MarkPinned|MarkAcked)
		}},
		{"initialize behind a failure succeeds", early, func(_ *System, t *Transition) bool {
			return t.only(FrameInitializeResult) && !t.Before.each(func(s *Slot) bool { return s.Lane != LaneModern || s.State != RequestAnswered })
		}},
		{"a straggler is answered on legacy", early, func(_ *System, t *Transition) bool {
			return t.some(func(e *Emission) bool { return e.commits() && e.Was == EraLegacy && e.Frame == FrameResult })
		}},
		{"a listen acknowledges on legacy", func(sys *System) bool { return early(sys) && sys.CustomListens }, emits(FrameAcknowledgement, EraLegacy, EraLegacy)},
		{"two eras run side by side", func(sys *System) bool { return several(sys) && (sys.answering() || sys.Policy == Concurrent) }, func(_ *System, t *Transition) bool {
			legacy, modern := false, false
			t.After.each(func(s *Slot) bool {
				legacy = legacy || s.State.Live() && s.Lane == LaneLegacy
				modern = modern || s.State.Live() && s.Lane == LaneModern
				return true
			})
			return legacy && modern
		}},
	}
}

func cancelWitnesses() []Witness {
	return []Witness{
		{"a cancel takes an unwritten answer back", nil, func(_ *System, t *Transition) bool {
			s, found := t.cancelled()
			return found && s.State == RequestAnswered && t.After.Slots[t.Move.Slot].State == RequestDropped
		}},
		{"a cancel comes too late for an answer that carried the lock", func(sys *System) bool { return sys.answering() }, func(_ *System, t *Transition) bool {
			return t.Move.Cancels() && t.Before.Slots[t.Move.Slot].State == RequestAnswered && t.Before.Slots[t.Move.Slot].Has(MarkPinned)
		}},
		{"a cancel leaves the frame that carried the lock", policies(FirstFrame), func(_ *System, t *Transition) bool {
			s, found := t.cancelled()
			return found && s.Has(MarkPinned|MarkQueued) && t.After.Slots[t.Move.Slot].Has(MarkPinned|MarkHushed)
		}},
		{"a cancel is answered with code 0", func(sys *System) bool { return !sys.SilentLegacyCancel }, func(_ *System, t *Transition) bool { return t.only(FrameRequestCancelled) }},
		{"a cancelled handler still speaks", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveFrame && t.was(int(t.Move.Slot)).Has(MarkHushed|MarkHandler)
		}},
		{"a handler speaks after its answer", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveFrame && t.was(int(t.Move.Slot)).State == RequestAnswered
		}},
		{"a silenced request is settled while its handler's leftovers speak", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveFrame && t.was(int(t.Move.Slot)).State == RequestDropped
		}},
		{"a new request beside a cancelled handler", several, func(_ *System, t *Transition) bool {
			return t.asked() && !t.After.each(func(s *Slot) bool { return !s.Has(MarkHushed | MarkHandler) })
		}},
		{"a cancel before the start", func(sys *System) bool { return sys.Queued }, func(_ *System, t *Transition) bool {
			s, found := t.cancelled()
			return found && s.State == RequestReceived
		}},
		{"a cancel of initialize", nil, func(_ *System, t *Transition) bool {
			return t.Move.Cancels() && t.Before.Slots[t.Move.Slot].Kind == KindInitialize
		}},
	}
}

func listenWitnesses() []Witness {
	emits := func(f Frame) func(*System, *Transition) bool {
		return func(_ *System, t *Transition) bool { return t.some(func(e *Emission) bool { return e.Frame == f }) }
	}
	return []Witness{
		{"a listen is acknowledged", nil, emits(FrameAcknowledgement)},
		{"a change flows", nil, emits(FrameEvent)},
		{"a listen overflows", nil, emits(FrameCancelled)},
		{"no listen slot is left", crowded, emits(FrameNoListenSlot)},
		{"a cancel frees a listen slot", crowded, func(sys *System, t *Transition) bool {
			_, found := t.cancelled()
			return found && t.Before.Listens() == sys.Listens && t.After.Listens() < sys.Listens
		}},
		{"a listen ends while another lives", func(sys *System) bool { return several(sys) && sys.Listens > 1 }, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveCloseListen && t.After.Listens() > 0
		}},
		{"a change races the end of a listen", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveEvent && t.was(int(t.Move.Slot)).State != RequestAcknowledged
		}},
		{"a listen's handler ends it with an error", func(sys *System) bool { return sys.CustomListens }, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveError && t.was(int(t.Move.Slot)).State == RequestEnding && t.only(FrameResult)
		}},
	}
}

func endWitnesses() []Witness {
	return []Witness{
		{"the drain waits for a cancelled handler", nil, func(_ *System, t *Transition) bool {
			return t.Before.Life == LifetimeDraining && t.Move.Kind == MoveResult && t.was(int(t.Move.Slot)).State == RequestCancelled && t.After.Idle()
		}},
		{"the deadline meets a cancelled handler", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveDeadline && !t.Before.each(func(s *Slot) bool { return !s.Has(MarkHushed | MarkHandler) })
		}},
		{"the deadline answers", nil, func(_ *System, t *Transition) bool {
			return t.some(func(e *Emission) bool { return e.Frame == FrameConnectionClosed })
		}},
		{"end of input ends a live listen", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveEOF && t.Before.Listens() > 0
		}},
		{"a call is answered while draining", nil, func(_ *System, t *Transition) bool {
			return t.After.Life == LifetimeDraining && t.Move.Kind == MoveResult && t.only(FrameResult)
		}},
		{"a cancel is read while draining", nil, func(_ *System, t *Transition) bool {
			_, found := t.cancelled()
			return found && t.Before.Life == LifetimeDraining
		}},
		{"a request is refused while draining", nil, func(_ *System, t *Transition) bool { return t.only(FrameDraining) }},
		{"a drain ends by itself", nil, func(_ *System, t *Transition) bool { return t.Move.Kind == MoveIdle }},
		{"the output breaks under a running call", nil, func(_ *System, t *Transition) bool {
			return t.Move.Kind == MoveBroken && !t.Before.Idle()
		}},
		{"a handler returns after the end", nil, func(_ *System, t *Transition) bool {
			return t.Before.OutputClosed && t.Move.Kind == MoveResult
		}},
		{"too many requests", nil, func(_ *System, t *Transition) bool { return t.only(FrameBusy) }},
		{"an id twice in flight", nil, func(_ *System, t *Transition) bool { return t.only(FrameDuplicate) }},
	}
}
