/* What has to hold on a server's connection. What one move can break is a bit
   of broken, set at once and for good; the rest are formulas about whole runs.
   Each formula has its clauses and its meaning in the line above it. */

int broken;
byte first = Era_Open; /* the era that the client's messages, or our frames, have chosen so far */
#define FAIL(property, breach) if :: (breach) -> broken = broken | (property) :: else fi

#define ONCE 1
#define SILENT 2
#define RETRACTED 4
#define ENDED 8
#define ACKNOWLEDGED 16
#define AGREED 32
#define LOCKED 64
#define QUIET 128
#define UNHIJACKED 256
#define DECIDED 512
#define SERVED 1024
#define HEARD 2048
#define UNANSWERED 4096
#define CANCELS 8192
#define REFUSES 16384
#define SETTLED_AT_END 32768

/* What chooses an era, by policy: a frame of ours, or a message that is read. */
#if defined(Era_first_frame)
#define COMMITS true
#elif defined(Era_first_frame_grace)
#define COMMITS (kind[k] != DISCOVER)
#elif defined(Era_first_success)
#define COMMITS (frame == RESULT)
#elif defined(Era_first_success_grace)
#define COMMITS (frame == RESULT && kind[k] != DISCOVER)
#else
#define BY_READING
#endif

/* Every frame of a request, before it is appended. */
inline observe() {
	FAIL(ONCE, ended[k]);
	FAIL(SILENT, hushed[k]);
	FAIL(ENDED, closed);
	FAIL(ACKNOWLEDGED, kind[k] == LISTEN && frame != ERROR && acked[k] == (frame == ACKNOWLEDGEMENT));
#ifndef BY_READING
	if
	:: first == Era_Open && frame == RESULT && kind[k] == INITIALIZE -> first = Era_Legacy
	:: first == Era_Open && frame != ERROR && modern[k] && COMMITS -> first = Era_Modern
	:: else
	fi
#endif
}

/* Every message, before it is decided about. */
inline choose() {
#if defined(Era_opening_request)
	if
	:: first == Era_Open && move == ASK && class != Era_on_ClaimedInitialize -> first = (CLAIMS(class) -> Era_Modern : Era_Legacy)
	:: else
	fi
#elif defined(Era_probe_window)
	if
	:: move == ASK && first <= Era_Probed ->
		if
		:: class == Era_on_Discover -> first = Era_Probed
		:: class == Era_on_PartialEnvelope || class == Era_on_UnsupportedVersion
		:: else -> first = (CLAIMS(class) -> Era_Modern : Era_Legacy)
		fi
	:: move != ASK && move != RESPONSE && first == Era_Open -> first = (class == Era_on_ClaimedNotification -> Era_Modern : Era_Legacy)
	:: else
	fi
#else
	skip
#endif
}

/* Every move, when it is over. */
inline judge() {
	FAIL(AGREED, (era == Era_Legacy) != (first == Era_Legacy) || (era == Era_Modern) != (first == Era_Modern));
	FAIL(LOCKED, era != was && (was == Era_Legacy || was == Era_Modern || era == Era_Open));
#if defined(Era_opening_request)
	FAIL(QUIET, era != was && move != ASK);
#elif defined(BY_READING)
	FAIL(QUIET, era != was && move > CANCEL);
#else
	FAIL(QUIET, era != was && !spoke);
#endif
	FAIL(UNHIJACKED, was == Era_Modern && shook || was == Era_Legacy && move == ASK && at < N && kind[at] != FREE && modern[at]);
	if
	:: move == ASK && wasLife == Lifetime_Serving && at < N ->
		FAIL(DECIDED, kind[at] == FREE || request[at] == Request_Received);
		FAIL(SERVED, was != Era_Legacy && (class == Era_on_Enveloped && request[at] != Request_Running || class == Era_on_Discover && !spoke));
		FAIL(SERVED, was == Era_Legacy && class == Era_on_Bare && legacy != LegacySession_Uninitialised && request[at] != Request_Running)
	:: move == ASK && wasLife == Lifetime_Draining -> FAIL(REFUSES, frames != 1 || spoke || at < N && kind[at] != FREE)
	:: move == NOTE || move == INITIALIZED || move == RESPONSE || move == MUTE -> FAIL(UNANSWERED, frames != 0)
	:: move == CANCEL && found && modern[slot] -> FAIL(CANCELS, frames != 0 || OCCUPIED(slot) || !SETTLED(slot) && !handler[slot])
	:: move == CANCEL && found && live -> FAIL(CANCELS, frames != 1 || spoke || LIVE(slot))
	:: move == CANCEL && !(found && live) -> FAIL(CANCELS, frames != 0)
	:: move == HANDLE && live && (class == Request_on_Result || class == Request_on_Error) -> FAIL(HEARD, frames != 1 || !ended[slot])
	:: move == HANDLE && live && class == Request_on_Frame -> FAIL(HEARD, frames != 1 || !spoke)
	:: closing && move != BROKEN ->
		for (k : 0 .. N-1) { FAIL(SETTLED_AT_END, kind[k] != FREE && ended[k] == hushed[k]) }
	:: else
	fi
}

/* All of the following that are about single moves, in one search. */
ltl safe { [] (broken == 0) }

/* S-MSG-8: a request gets one last frame, and none after it. */
ltl once { [] !(broken & ONCE) }
/* rules A10 and A11, S-CANCEL-1, S-CANCEL-12: after a cancel was read, no frame of its request is appended. */
ltl silent { [] !(broken & SILENT) }
/* decisions C1: what was unsent when the cancel was read is never written. */
ltl retracted { [] !(broken & RETRACTED) }
/* decisions C3, S-SHUT-1: nothing is appended once the output is closed. */
ltl ended_means_ended { [] !(broken & ENDED) }
/* rules A3, S-SUB-2, S-SUB-3: a listen's first frame is its acknowledgement, and there is one. */
ltl acknowledged_first { [] !(broken & ACKNOWLEDGED) }
/* rules A5, C2, decisions E2: the era is the one that the first telling frame, or the first message, has chosen. */
ltl agreed { [] !(broken & AGREED) }
/* rules A6, C2, S-ERA-4: a connection that has committed stays committed. */
ltl locked { [] !(broken & LOCKED) }
/* rules A7 and A9: no refusal, no failure and no cancel commits. */
ltl quiet { [] !(broken & QUIET) }
/* rules A6 and C3: no handshake on a modern connection, no modern request on a legacy one. */
ltl unhijacked { [] !(broken & UNHIJACKED) }
/* S-MSG-7: what is read while serving is answered or runs at once. */
ltl decided { [] !(broken & DECIDED) }
/* S-ERA-3, S-ERA-4, S-DISC-1: what is right is served. */
ltl served { [] !(broken & SERVED) }
/* S-RESP-1, S-RESP-5, S-MSG-6, rules A19: what a handler of a live request says goes out. */
ltl heard { [] !(broken & HEARD) }
/* S-NOTIF-1: notifications and responses are not answered. */
ltl unanswered { [] !(broken & UNANSWERED) }
/* rules A10, A12, A13 and A18, decisions C2: a modern cancel is silent and gives id and place back, a legacy one is answered, a vain one does nothing. */
ltl cancels { [] !(broken & CANCELS) }
/* ladder: while draining, a request is refused. */
ltl refuses { [] !(broken & REFUSES) }
/* rules A15, S-MSG-7: when the output closes, every request was answered unless it was cancelled. */
ltl settled_at_end { [] !(broken & SETTLED_AT_END) }

/* rules A15, S-SHUT-1, decisions C3: when the input ends and handlers return, the connection closes by itself. */
ltl drains { [] (prompt && (eof || life == Lifetime_Draining) -> <> closed) }
/* decisions C3: when the input ends it closes, though handlers hang. */
ltl bounded { [] (!prompt && eof -> <> closed) }
/* S-MSG-7, rules A15: a call whose handler returns is answered, and the answer is written, unless it is cancelled or the connection closes. */
ltl answers { [] (prompt && kind[N-1] == CALL && OCCUPIED(N-1) -> <> (!OCCUPIED(N-1) || closed)) }
