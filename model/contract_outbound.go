package model

// OutboundContract is what is claimed of the rows of Outbound.
func OutboundContract() Contract[OutboundState, OutboundEvent] {
	const sent, answered, cancelled, lost = OutboundSent, OutboundAnswered, OutboundCancelled, OutboundLost
	return Contract[OutboundState, OutboundEvent]{
		stays[OutboundState, OutboundEvent]("A request to the client is settled once.", "S-MSG-8", answered, cancelled, lost),
		accepts(OutboundOnResult, "The client may answer at any time, late too.", "C-RESP-1, S-LCANCEL-6", sent, answered, cancelled),
		accepts(OutboundOnError, "The client may answer at any time, late too.", "C-RESP-4, S-LCANCEL-6", sent, answered, cancelled),
		accepts(OutboundOnCallCancelled, "The call that asked may be cancelled until the answer is there.", "decisions C2", sent, answered, lost),
		accepts(OutboundOnTimeout, "What is settled has no timeout.", "S-TIME-2", sent),
		accepts(OutboundOnEOF, "The input may end while the answer is awaited.", "decisions C3", sent, cancelled),

		emits(OutboundDoResolve, "The handler gets the answer once.", "C-RESP-1", at(OutboundOnResult, sent)),
		emits(OutboundDoFail, "The handler gets the failure once.", "C-RESP-4", at(OutboundOnError, sent)),
		emits(OutboundDoSendCancelled, "The client is told once, and only while it works on it.", "S-LCANCEL-1, S-TIME-2", at(OutboundOnCallCancelled, sent), at(OutboundOnTimeout, sent)),
		emits(OutboundDoLose, "At end of input the handler stops waiting.", "decisions C3", at(OutboundOnEOF, sent)),
		emits(OutboundDoDrop, "Late and double answers are dropped.", "ladder 9, S-LCANCEL-6", at(OutboundOnResult, answered, cancelled), at(OutboundOnError, answered, cancelled)),

		enters[OutboundState, OutboundEvent](sent, "A request is sent once.", "S-MSG-8"),
		enters(answered, "Any response answers.", "C-RESP-1", at(OutboundOnResult, sent), at(OutboundOnError, sent)),
		enters(cancelled, "The call's cancel and a timeout cancel it.", "decisions C2, S-TIME-2", at(OutboundOnCallCancelled, sent), at(OutboundOnTimeout, sent)),
		enters(lost, "End of input loses it.", "decisions C3", at(OutboundOnEOF, sent)),
	}
}
