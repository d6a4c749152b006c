package model

// RequestContract is what is claimed of the rows of Request.
func RequestContract() Contract[RequestState, RequestEvent] {
	const (
		received, running, streaming, acknowledged = RequestReceived, RequestRunning, RequestStreaming, RequestAcknowledged
		ending, cancelled, answered, dropped       = RequestEnding, RequestCancelled, RequestAnswered, RequestDropped
	)
	return Contract[RequestState, RequestEvent]{
		accepts(RequestOnStart, "A request starts once.", "S-MSG-7", received),
		accepts(RequestOnAcknowledge, "A listen is acknowledged once, and before anything else of it.", "S-SUB-2", received, running, cancelled),
		accepts(RequestOnFrame, "A handler may speak while it runs, and in vain afterwards; a listen has no progress.", "S-MSG-6, S-PROG-9, S-SUB-11",
			running, streaming, cancelled, answered, dropped),
		accepts(RequestOnEvent, "A change may come at any time after the acknowledgement.", "S-SUB-3, S-SUB-12", acknowledged, ending, cancelled, answered, dropped),
		accepts(RequestOnResult, "A handler may return at any time, once.", "S-MSG-7, S-MSG-8", received, running, streaming, acknowledged, ending, cancelled, dropped),
		accepts(RequestOnError, "A handler may fail at any time, once.", "S-MSG-7, S-MSG-8", received, running, streaming, acknowledged, ending, cancelled, dropped),
		accepts(RequestOnCancelSilent, "The client may cancel at any time.", "S-CANCEL-9, S-CANCEL-11",
			received, running, streaming, acknowledged, ending, cancelled, answered, dropped),
		accepts(RequestOnCancelAnswered, "So may a legacy client, which has no listens.", "S-LCANCEL-7, S-LCANCEL-9", received, running, streaming, cancelled, answered, dropped),
		accepts(RequestOnClose, "Only a live listen can be ended.", "S-SUB-7", acknowledged),
		accepts(RequestOnSever, "Only a live listen can overflow.", "S-CANCEL-6, S-CANCEL-7", acknowledged),
		accepts(RequestOnExpire, "The deadline finds whatever is not settled.", "decisions C3", received, running, streaming, acknowledged, ending, cancelled),

		emits(RequestDoSpawn, "A handler is started by the start, and by nothing else.", "S-MSG-7", at(RequestOnStart, received)),
		emits(RequestDoSendAcknowledgement, "An acknowledgement is sent unless its listen was cancelled.", "S-SUB-2, S-CANCEL-12", at(RequestOnAcknowledge, received, running)),
		emits(RequestDoSendFrame, "Progress and logs are sent while the request runs.", "S-MSG-6, S-PROG-5", at(RequestOnFrame, running, streaming)),
		emits(RequestDoSendEvent, "Changes are sent while the listen lives.", "S-SUB-12, S-SUB-9", at(RequestOnEvent, acknowledged)),
		emits(RequestDoSendResult, "A success is sent once; a listen that is ending or out of time gets its result whatever happens.", "S-RESP-1, S-SUB-7, rules A14",
			at(RequestOnResult, received, running, streaming, acknowledged, ending), at(RequestOnError, ending), at(RequestOnExpire, acknowledged, ending)),
		emits(RequestDoSendError, "A failure is sent once.", "S-RESP-5", at(RequestOnError, received, running, streaming, acknowledged)),
		emits(RequestDoCancel, "A silent cancel of what is in flight cancels the handler's context and takes the unsent frames back.", "S-CANCEL-2, decisions C1",
			at(RequestOnCancelSilent, received, running, streaming, acknowledged, ending)),
		emits(RequestDoCancelAndReply, "An answered cancel of what is in flight does the same and sends the code 0 answer.", "rules A13",
			at(RequestOnCancelAnswered, received, running, streaming)),
		emits(RequestDoRetract, "A silent cancel takes an unsent answer back.", "decisions C1, rules A10", at(RequestOnCancelSilent, answered)),
		emits(RequestDoFinishListen, "A live listen is ended with its result.", "S-SUB-7, rules A14", at(RequestOnClose, acknowledged)),
		emits(RequestDoSendCancelled, "Only a listen that overflows gets notifications/cancelled.", "S-CANCEL-6, S-CANCEL-7, decisions C4", at(RequestOnSever, acknowledged)),
		emits(RequestDoReplyClosed, "Only the deadline answers Connection closed, and no listen with it.", "decisions C3", at(RequestOnExpire, received, running, streaming)),
		emits(RequestDoDiscard, "What is said after a cancel, an answer or the end of a listen is dropped.", "S-CANCEL-1, S-PROG-9, S-SUB-9",
			at(RequestOnAcknowledge, cancelled), at(RequestOnFrame, cancelled, answered, dropped), at(RequestOnEvent, ending, cancelled, answered, dropped),
			at(RequestOnResult, cancelled, dropped), at(RequestOnError, cancelled, dropped)),

		enters[RequestState, RequestEvent](received, "Nothing comes back to the beginning.", "S-MSG-8"),
		enters(running, "A request runs when it was started.", "S-MSG-7", at(RequestOnStart, received)),
		enters(streaming, "The first frame of a handler makes its request stream.", "S-MSG-6", at(RequestOnFrame, running)),
		enters(acknowledged, "A listen lives once it is acknowledged.", "S-SUB-2", at(RequestOnAcknowledge, received, running)),
		enters(ending, "A listen that is ended waits for its result only.", "S-SUB-9", at(RequestOnClose, acknowledged)),
		enters(cancelled, "What was cancelled, overflowed or timed out waits for its handler in silence.", "S-CANCEL-1, rules A11",
			at(RequestOnCancelSilent, running, streaming, acknowledged, ending), at(RequestOnCancelAnswered, running, streaming),
			at(RequestOnSever, acknowledged), at(RequestOnExpire, running, streaming, acknowledged, ending)),
		enters(answered, "A request is answered by its handler, or by the server where no handler runs.", "S-MSG-7",
			at(RequestOnResult, received, running, streaming, acknowledged, ending), at(RequestOnError, received, running, streaming, acknowledged, ending),
			at(RequestOnCancelAnswered, received), at(RequestOnExpire, received)),
		enters(dropped, "A request is dropped when its silence is complete.", "S-CANCEL-1, decisions C1",
			at(RequestOnCancelSilent, received, answered), at(RequestOnResult, cancelled), at(RequestOnError, cancelled)),
	}
}
