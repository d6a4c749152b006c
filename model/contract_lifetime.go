package model

// LifetimeContract is what is claimed of the rows of Lifetime.
func LifetimeContract() Contract[LifetimeState, LifetimeEvent] {
	const serving, draining, closed = LifetimeServing, LifetimeDraining, LifetimeClosed
	c := Contract[LifetimeState, LifetimeEvent]{
		accepts(LifetimeOnIdle, "Only a drain ends by being idle.", "decisions C3", draining),
		accepts(LifetimeOnDeadline, "Only a drain has a deadline.", "decisions C3", draining),

		emits(LifetimeDoAdmit, "A request is admitted while serving, and not while draining.", "S-MSG-7", at(LifetimeOnRequest, serving)),
		emits(LifetimeDoPass, "Cancels and responses are honoured until the end, other notifications while serving.", "rules A11, decisions C3",
			at(LifetimeOnCancel, serving, draining), at(LifetimeOnResponse, serving, draining), at(LifetimeOnNotification, serving)),
		emits(LifetimeDoRefuseDuplicate, "An id in flight is refused in every state that answers.", "decisions A5", at(LifetimeOnDuplicate, serving, draining)),
		emits(LifetimeDoRefuseBusy, "A request beyond the limit is refused as such while serving.", "decisions C10", at(LifetimeOnOverload, serving)),
		emits(LifetimeDoRefuseDraining, "While draining every new request is told so.", "S-MSG-7", at(LifetimeOnRequest, draining), at(LifetimeOnOverload, draining)),
		emits(LifetimeDoAnswerFault, "A line that is no message is answered while serving.", "decisions A2 and A3", at(LifetimeOnFault, serving)),
		emits(LifetimeDoDrain, "End of input and a close begin one drain.", "S-SHUT-1, S-SHUT-2", at(LifetimeOnEOF, serving), at(LifetimeOnClose, serving)),
		emits(LifetimeDoExpire, "The deadline settles what is left.", "decisions C3", at(LifetimeOnDeadline, draining)),
		emits(LifetimeDoCloseOutput, "An idle drain closes the output.", "rules A15", at(LifetimeOnIdle, draining)),
		emits(LifetimeDoAbandon, "A broken pipe ends everything at once.", "decisions C9", at(LifetimeOnBroken, serving, draining)),

		enters[LifetimeState, LifetimeEvent](serving, "Nothing comes back to life.", "S-SHUT-1"),
		enters(draining, "A drain begins with end of input or a close.", "S-SHUT-1, S-SHUT-2", at(LifetimeOnEOF, serving), at(LifetimeOnClose, serving)),
		enters(closed, "A drain ends idle or at its deadline, anything with a broken pipe.", "decisions C3 and C9",
			at(LifetimeOnIdle, draining), at(LifetimeOnDeadline, draining), at(LifetimeOnBroken, serving, draining)),
	}
	for _, e := range []LifetimeEvent{LifetimeOnRequest, LifetimeOnDuplicate, LifetimeOnOverload, LifetimeOnFault, LifetimeOnMuteFault,
		LifetimeOnCancel, LifetimeOnResponse, LifetimeOnNotification, LifetimeOnEOF, LifetimeOnClose, LifetimeOnBroken} {
		c = append(c, accepts(e, "The client and the pipe may do anything at any time; a closed connection hears nothing.", "S-CANCEL-9, S-SHUT-1", serving, draining))
	}
	return c
}
