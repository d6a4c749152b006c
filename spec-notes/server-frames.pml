/* What requests do in a move, and the frames that leave. */

/* Every request gets its event, and what follows from it. */
inline handle() {
	k = 0;
	do
	:: k == N -> break
	:: k < N && todo[k] == 0 -> k++
	:: else ->
		on = todo[k] - 1;
		todo[k] = 0;
		request_step(request[k], on, what);
		frame = 0;
		if
		:: what == Request_do_Spawn -> handler[k] = true
		:: what == Request_do_SendAcknowledgement -> frame = ACKNOWLEDGEMENT
		:: what == Request_do_SendFrame -> frame = PROGRESS
		:: what == Request_do_SendEvent -> frame = EVENT
		:: what == Request_do_SendResult -> frame = RESULT
		:: what == Request_do_SendError || what == Request_do_ReplyClosed -> frame = ERROR
		:: what == Request_do_Cancel || what == Request_do_Retract -> takeBack()
		:: what == Request_do_CancelAndReply -> takeBack(); frame = ERROR
		:: what == Request_do_SendCancelled -> takeBack(); frame = CANCELLED
		:: what == Request_do_FinishListen && on == Request_on_Close && !handler[k] -> todo[k] = Request_on_Result + 1
		:: else
		fi;
		if
		:: frame != 0 -> append()
		:: else
		fi;
		if /* a silent listen of the hub has no handler that is to return first */
		:: kind[k] == LISTEN && request[k] == Request_Cancelled && !handler[k] && on != Request_on_Error -> todo[k] = Request_on_Error + 1
		:: else
		fi
	od
}

/* What is unsent goes, all but the frame that carried the lock (decisions C1, rules A18). */
inline takeBack() {
	ended[k] = ended[k] && !waiting[k];
	waiting[k] = false;
	queued[k] = false
}

/* A frame, and in the same step what it does to the lock. */
inline append() {
	observe();
	did = era;
	on = NONE;
	if
	:: frame == RESULT && kind[k] == INITIALIZE -> legacysession_step(legacy, LegacySession_on_Result, what); shook = true; on = Era_on_InitializeOut
	:: frame == ERROR || !modern[k]
	:: frame == RESULT && kind[k] == DISCOVER -> on = Era_on_DiscoverOut
	:: frame == RESULT -> on = Era_on_ResultOut
	:: else -> on = Era_on_FrameOut
	fi;
	if
	:: on == NONE
	:: else -> era_step(era, on, what)
	fi;
	if
	:: era != did && era == Era_Modern -> pinned[k] = true
	:: else -> waiting[k] = waiting[k] || frame >= RESULT; queued[k] = queued[k] || frame < RESULT
	fi;
	ended[k] = ended[k] || frame >= RESULT;
	acked[k] = acked[k] || frame == ACKNOWLEDGEMENT;
	spoke = spoke || frame != ERROR;
	frames++
}

/* An error for a frame that gets no slot. */
inline nameless() {
	FAIL(ENDED, closed);
	frames++
}

/* What waits is handed to the operating system. */
inline deliver() {
	for (k : 0 .. N-1) {
		FAIL(RETRACTED, hushed[k] && (queued[k] || waiting[k]));
		queued[k] = false; waiting[k] = false; pinned[k] = false
	}
}

/* What is done and was answered leaves nothing behind. */
inline forget() {
	for (k : 0 .. N-1) {
		if
		:: DONE(k) && request[k] == Request_Answered -> clear(k)
		:: DONE(k) -> acked[k] = false
		:: else
		fi
	}
}

inline clear(i) {
	kind[i] = FREE; request[i] = Request_start; modern[i] = false; hushed[i] = false; acked[i] = false; ended[i] = false
}
