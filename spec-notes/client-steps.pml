/* The steps that a move of the client consists of. */

/* The era of a process that has just started. One that was started again because
   its predecessor died of the probe is initialised at once (decisions K5). */
inline begin() {
	retries = 0;
	if
	:: negotiation == Negotiation_Initialising -> own = INITIALIZE; sent = false
#ifndef Negotiation_legacy
	:: negotiation != Negotiation_Initialising && known == KNOWN_MODERN -> next = Negotiation_on_KnownModern
#endif
#ifdef Negotiation_auto
	:: negotiation != Negotiation_Initialising && known == KNOWN_LEGACY -> next = Negotiation_on_KnownLegacy
#endif
	:: else -> next = Negotiation_on_Start
	fi;
	known = NOTHING
}

/* No answer in time to the client's own request. */
inline silence() {
	if
	:: own == INITIALIZE -> next = Negotiation_on_InitializeFailed
	:: own == PROBE && retries < RETRIES && negotiation == Negotiation_Probing -> retries++; next = Negotiation_on_Silence; late = true
	:: else -> next = Negotiation_on_Timeout; late = true
	fi;
	own = NOTHING; sent = false
}

/* A -32022 on a call: the first one changes the version, in the era that has versions. */
inline refused() {
	todo[slot] = Call_on_Error + 1;
	if
	:: resent[slot] || place[slot] != AWAY -> next = Negotiation_on_VersionsForeign
	:: else ->
		negotiation_step(negotiation, Negotiation_on_VersionRefused, did);
		if
		:: did == Negotiation_do_Switch -> todo[slot] = Call_on_VersionRefused + 1
		:: else
		fi
	fi
}

/* The process is of no use any more. What was never handed to the pipe waits for
   the next one, once. */
inline sever() {
	up = false; own = NOTHING; sent = false; late = false;
	for (k : 0 .. CALLERS-1) {
		if
		:: place[k] == AT_PIPE && call[k] == Call_Queued && !carried[k] -> carried[k] = true; place[k] = AT_ERA
		:: place[k] == AWAY || place[k] == AT_PIPE && (carried[k] || call[k] != Call_Queued) -> todo[k] = Call_on_Lost + 1
		:: else
		fi
	};
	next = on
}

inline negotiate() {
	notice();
	negotiation_step(negotiation, next, did);
	on = NONE;
	if
	:: did == Negotiation_do_Probe || did == Negotiation_do_Reprobe -> on = PROBE
	:: did == Negotiation_do_Initialize -> on = INITIALIZE
	:: did == Negotiation_do_SettleModern || did == Negotiation_do_SettleLegacy ->
		for (k : 0 .. CALLERS-1) {
			if :: place[k] == AT_ERA -> place[k] = AT_PIPE :: else fi
		}
	:: did == Negotiation_do_Fail -> fails = true; shut = true
	:: else
	fi;
	judge();
	if
	:: on != NONE ->
		late = late || own == PROBE && sent; /* the one before counts no more */
		own = on; sent = false
	:: else
	fi
}

/* Every call gets its event. */
inline handle() {
	for (k : 0 .. CALLERS-1) {
		if
		:: todo[k] != 0 ->
			on = todo[k] - 1;
			todo[k] = 0;
			call_step(call[k], on, did);
			observe();
			if
			:: did == Call_do_Write -> place[k] = AWAY
			:: did == Call_do_Resend -> place[k] = AT_PIPE; resent[k] = true
			:: did == Call_do_Resolve || did == Call_do_Fail || did >= Call_do_SendCancelled && did <= Call_do_Lose -> place[k] = NOWHERE
			:: else
			fi
		:: else
		fi
	}
}
