package model

// CallContract is what is claimed of the rows of Call.
func CallContract() Contract[CallState, CallEvent] {
	const (
		queued, sent, streaming, renegotiating = CallQueued, CallSent, CallStreaming, CallRenegotiating
		answered, cancelled, timedOut, lost    = CallAnswered, CallCancelled, CallTimedOut, CallLost
	)
	return Contract[CallState, CallEvent]{
		stays[CallState, CallEvent]("A call is settled once.", "S-MSG-8, decisions K8", answered, cancelled, timedOut, lost),
		accepts(CallOnWrite, "A call is written once for each id.", "C-ID-1, C-ID-4", queued, renegotiating),
		accepts(CallOnProgress, "The server may send progress as soon as the call is written, and too late.", "C-PROG-3, C-CANCEL-4", sent, streaming, answered, cancelled, timedOut),
		accepts(CallOnResult, "The server may answer as soon as the call is written, and too late.", "S-RESP-1, C-CANCEL-4", sent, streaming, answered, cancelled, timedOut),
		accepts(CallOnError, "The server may fail as soon as the call is written, and too late.", "S-RESP-5, C-CANCEL-4", sent, streaming, answered, cancelled, timedOut),
		accepts(CallOnVersionRefused, "Only a call in flight is sent again.", "rules B10", sent, streaming),
		accepts(CallOnCancel, "The caller may give up at any time.", "C-CANCEL-3, C-CANCEL-5", queued, sent, streaming, renegotiating, answered, cancelled, timedOut, lost),
		accepts(CallOnTimeout, "Time may run out before the call is settled, and too late.", "C-TIME-2, decisions K8",
			queued, sent, streaming, renegotiating, answered, cancelled, lost),
		accepts(CallOnQuietEnd, "A call that is never cancelled on the wire ends quietly.", "C-LCANCEL-2, decisions K3 and K8", queued, sent, streaming, renegotiating),
		accepts(CallOnLost, "The connection may end under every call that is not settled.", "decisions K12", queued, sent, streaming, renegotiating),

		emits(CallDoWrite, "A call is written by being written.", "rules B5", at(CallOnWrite, queued, renegotiating)),
		emits(CallDoReport, "Progress of a call in flight is reported.", "C-PROG-3", at(CallOnProgress, sent, streaming)),
		emits(CallDoResolve, "A result settles a call in flight.", "S-RESP-1", at(CallOnResult, sent, streaming)),
		emits(CallDoFail, "An error settles a call in flight.", "S-RESP-5", at(CallOnError, sent, streaming)),
		emits(CallDoResend, "A refused version is sent again.", "rules B10, C-VER-1", at(CallOnVersionRefused, sent, streaming)),
		emits(CallDoSendCancelled, "A cancel is written at most once, and only for what is written and not answered.", "C-CANCEL-1, C-CANCEL-3, C-TIME-2, decisions K8",
			at(CallOnCancel, sent, streaming), at(CallOnTimeout, sent, streaming)),
		emits(CallDoFailQuiet, "What is not on the wire is given up quietly, and so is what is never cancelled there.", "decisions K8, C-LCANCEL-2",
			at(CallOnCancel, queued, renegotiating), at(CallOnTimeout, queued, renegotiating), at(CallOnQuietEnd, queued, sent, streaming, renegotiating)),
		emits(CallDoLose, "What is not settled is lost with the connection.", "decisions K12", at(CallOnLost, queued, sent, streaming, renegotiating)),
		emits(CallDoDrop, "What comes too late is dropped.", "C-CANCEL-4, S-MSG-8", each([]CallEvent{CallOnProgress, CallOnResult, CallOnError}, answered, cancelled, timedOut)...),

		enters[CallState, CallEvent](queued, "A call waits once.", "rules B5"),
		enters(sent, "A call is sent when it is written.", "rules B5", at(CallOnWrite, queued, renegotiating)),
		enters(streaming, "Progress makes a call stream.", "C-PROG-3", at(CallOnProgress, sent)),
		enters(renegotiating, "A refused version makes a call wait again.", "rules B10", at(CallOnVersionRefused, sent, streaming)),
		enters(answered, "A response answers.", "S-RESP-1, S-RESP-5", at(CallOnResult, sent, streaming), at(CallOnError, sent, streaming)),
		enters(cancelled, "The caller cancels.", "C-CANCEL-1", at(CallOnCancel, queued, sent, streaming, renegotiating), at(CallOnQuietEnd, queued, sent, streaming, renegotiating)),
		enters(timedOut, "Time runs out.", "C-TIME-2", at(CallOnTimeout, queued, sent, streaming, renegotiating)),
		enters(lost, "The connection ends.", "decisions K12", at(CallOnLost, queued, sent, streaming, renegotiating)),
	}
}
