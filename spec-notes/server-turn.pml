/* What one move makes of the connection: package model's Step. The machines
   are asked in one order: Lifetime, Era, LegacySession, Request. Before a frame
   that is no error is appended, the era hears of it (decisions E2). Without a
   row nothing happens.

   All of it is one d_step, and what it works with is hidden, so that neither
   multiplies the states. */

inline turn() {
	was = era; wasLife = life; frames = 0; spoke = false; shook = false; closing = false; at = N;
	live = slot < N && LIVE(slot); found = slot < N && CANCELLABLE(slot);
	if
	:: move == WRITE -> deliver()
	:: move == HANDLE ->
		todo[slot] = class + 1;
		if
		:: class == Request_on_Result || class == Request_on_Error -> handler[slot] = false
		:: else
		fi
	:: else -> arrive()
	fi;
	handle();
	if
	:: closing -> deliver(); closed = true
	:: else
	fi;
	judge();
	forget();
	move = 0; class = 0; slot = 0
}

/* The lifetime's word. */
inline arrive() {
	if
	:: move == ASK ->
		at = 0;
		do
		:: at < N && !(kind[at] == FREE || DONE(at)) -> at++
		:: else -> break
		od;
		if
		:: at < N -> on = Lifetime_on_Request; clear(at)
		:: else -> on = Lifetime_on_Overload
		fi
	:: move == DUPLICATE -> on = Lifetime_on_Duplicate
	:: move == FAULT -> on = Lifetime_on_Fault
	:: move == MUTE -> on = Lifetime_on_MuteFault
	:: move == RESPONSE -> on = Lifetime_on_Response
	:: move == NOTE || move == INITIALIZED -> on = Lifetime_on_Notification
	:: move == CANCEL -> on = Lifetime_on_Cancel
	:: move == END -> on = Lifetime_on_EOF; eof = true
	:: move == CLOSE -> on = Lifetime_on_Close
	:: move == IDLE -> on = Lifetime_on_Idle
	:: move == DEADLINE -> on = Lifetime_on_Deadline
	:: else -> on = Lifetime_on_Broken
	fi;
	lifetime_step(life, on, what);
	if
	:: what == Lifetime_do_Admit && move == ASK && at < N -> admit()
	:: what == Lifetime_do_Pass -> pass()
	:: what >= Lifetime_do_RefuseDuplicate && what <= Lifetime_do_AnswerFault -> nameless()
	:: what == Lifetime_do_Drain ->
		for (k : 0 .. N-1) {
			if :: kind[k] == LISTEN && request[k] == Request_Acknowledged -> todo[k] = Request_on_Close + 1 :: else fi
		}
	:: what == Lifetime_do_Expire ->
		for (k : 0 .. N-1) {
			if :: kind[k] != FREE && !SETTLED(k) -> todo[k] = Request_on_Expire + 1 :: else fi
		};
		closing = true
	:: what == Lifetime_do_CloseOutput -> closing = true
	:: what == Lifetime_do_Abandon ->
		for (k : 0 .. N-1) {
			if
			:: kind[k] != FREE && !SETTLED(k) ->
				hushed[k] = hushed[k] || !ended[k];
				todo[k] = Request_on_CancelSilent + 1
			:: else
			fi
		};
		closing = true
	:: else
	fi
}

/* The era's word about a request, and the legacy session's where the era says so. */
inline admit() {
	choose();
	request[at] = Request_start;
	if
	:: class <= Era_on_ClaimedInitialize -> kind[at] = INITIALIZE
	:: class == Era_on_Discover || class == Era_on_BareDiscover -> kind[at] = DISCOVER
	:: class == Era_on_Listen -> kind[at] = LISTEN
	:: class == Era_on_Ping -> kind[at] = PING
	:: else -> kind[at] = CALL
	fi;
	era_step(era, class, did);
	modern[at] = era == Era_Modern || CLAIMS(class) && era != Era_Legacy;
	on = NONE;
	if
	:: did == Era_do_Handshake -> modern[at] = false; on = (class == Era_on_BadInitialize -> LegacySession_on_BadInitialize : LegacySession_on_Initialize)
	:: did == Era_do_ServeLegacy -> modern[at] = false; on = LegacySession_on_Request
	:: did == Era_do_ServeModern -> modern[at] = true; serve()
	:: did == Era_do_Pong -> todo[at] = Request_on_Result + 1
	:: did >= Era_do_AnswerClass && did <= Era_do_RefuseMethod -> todo[at] = Request_on_Error + 1
	:: else
	fi;
	if
	:: on == NONE
	:: else ->
		legacysession_step(legacy, on, did);
		if
		:: did == LegacySession_do_Answer -> todo[at] = Request_on_Result + 1
		:: did == LegacySession_do_Serve -> todo[at] = Request_on_Start + 1
		:: did >= LegacySession_do_RefuseParams && did <= LegacySession_do_Teach -> todo[at] = Request_on_Error + 1
		:: else
		fi
	fi
}

inline serve() {
	did = 0;
	for (k : 0 .. N-1) {
		if :: k != at && kind[k] == LISTEN && LIVE(k) && (acked[k] || handler[k]) -> did++ :: else fi
	};
	if
	:: kind[at] == DISCOVER -> todo[at] = Request_on_Result + 1
	:: kind[at] == LISTEN && did >= LISTENS -> todo[at] = Request_on_Error + 1
	:: kind[at] == LISTEN && !custom -> todo[at] = Request_on_Acknowledge + 1
	:: else -> todo[at] = Request_on_Start + 1
	fi
}

/* A notification, or a response: the era sees it, and a cancel finds its request. */
inline pass() {
	if
	:: move == RESPONSE
	:: else ->
		choose();
		era_step(era, class, did);
		if
		:: did == Era_do_Deliver && move == INITIALIZED -> legacysession_step(legacy, LegacySession_on_Initialized, did)
		:: else
		fi
	fi;
	if
	:: move == CANCEL && found ->
		hushed[slot] = modern[slot];
		todo[slot] = 1 + (modern[slot] -> Request_on_CancelSilent : Request_on_CancelAnswered)
	:: else
	fi
}
