/* What has to hold for a client. What one move can break is a bit of broken,
   set at once and for good; the rest are formulas about whole runs. Each formula
   has its clauses and its meaning in the line above it. */

int broken;
bool evident;          /* this process has shown that it is a modern server */
byte probes;           /* how many were sent to this process */
bool settled[CALLERS]; /* the caller has its outcome */
bool wired[CALLERS];   /* the call is written and no response to it was read */
#define FAIL(property, breach) if :: (breach) -> broken = broken | (property) :: else fi

#define TRUE_TO_EVIDENCE 1
#define TRUE_TO_MODE 2
#define PROBED_ONCE 4
#define HELD 8
#define PROVEN 16
#define SETTLED_ONCE 32
#define CANCELLED_AT_MOST 64
#define STOPPED 128
#define PROBED_FIRST 256

/* What the answer to a probe shows, while it counts. */
inline notice() {
	if
	:: (move == OWN || move == LATE) && (negotiation == Negotiation_Probing || negotiation == Negotiation_Reprobing) &&
	   (next == Negotiation_on_Discovered || next >= Negotiation_on_NoOverlap && next <= Negotiation_on_Unusable ||
	    next >= Negotiation_on_VersionRefused && next <= Negotiation_on_ModernError) -> evident = true
	:: next == Negotiation_on_InitializeModern -> evident = true
	:: else
	fi
}

/* Every step of the negotiation: did is what it asks for, on the request that goes out. */
inline judge() {
	FAIL(TRUE_TO_EVIDENCE, evident && (on == INITIALIZE || did == Negotiation_do_Restart));
#if defined(Negotiation_modern)
	FAIL(TRUE_TO_MODE, on == INITIALIZE || negotiation == Negotiation_Initialising || negotiation == Negotiation_Legacy);
#elif defined(Negotiation_legacy)
	FAIL(TRUE_TO_MODE, on == PROBE || negotiation == Negotiation_Modern);
#endif
#ifndef Negotiation_legacy
	FAIL(PROBED_FIRST, next == Negotiation_on_Start && on != PROBE);
#endif
	if
	:: on == PROBE -> probes++
	:: else
	fi;
	FAIL(PROBED_ONCE, probes > 2 + RETRIES);
	FAIL(PROVEN, did == Negotiation_do_SettleModern && next != Negotiation_on_Discovered && next != Negotiation_on_KnownModern);
	FAIL(PROVEN, did == Negotiation_do_SettleLegacy && next != Negotiation_on_Initialized);
	FAIL(PROVEN, negotiation == Negotiation_Modern && next == Negotiation_on_Initialized || negotiation == Negotiation_Legacy && evident)
}

/* Every step of a call: did is what it asks for. */
inline observe() {
	FAIL(HELD, did == Call_do_Write && (!up || negotiation != Negotiation_Modern && negotiation != Negotiation_Legacy));
	FAIL(CANCELLED_AT_MOST, did == Call_do_SendCancelled && !wired[k]);
	FAIL(SETTLED_ONCE, settled[k] && (did == Call_do_Report || did == Call_do_Write || did == Call_do_Resend));
	if
	:: did == Call_do_Resolve || did == Call_do_Fail || did >= Call_do_SendCancelled && did <= Call_do_Lose ->
		FAIL(SETTLED_ONCE, settled[k]);
		settled[k] = true
	:: else
	fi;
	if
	:: did == Call_do_Write -> wired[k] = true
	:: on == Call_on_Result || on == Call_on_Error || on == Call_on_VersionRefused || did == Call_do_SendCancelled || did == Call_do_Lose -> wired[k] = false
	:: else
	fi
}

/* All of the following that are about single moves, in one search. */
ltl safe { [] (broken == 0) }

/* rules B3, B12 and B13, C-ERA-5: after evidence of a modern server, initialize is never sent. */
ltl true_to_evidence { [] !(broken & TRUE_TO_EVIDENCE) }
#ifndef Negotiation_auto
/* rules B6, C-ERA-9: modern never initializes, legacy never probes. */
ltl true_to_mode { [] !(broken & TRUE_TO_MODE) }
#endif
#ifndef Negotiation_legacy
/* rules B1, C-ERA-3: what is not known is probed before anything else is sent. */
ltl probed_first { [] !(broken & PROBED_FIRST) }
/* rules B3 and B5: a process is probed no more often than the retries and a second version allow. */
ltl probed_once { [] !(broken & PROBED_ONCE) }
#endif
/* rules B5: no call is written before the era is known. */
ltl held { [] !(broken & HELD) }
/* rules B2, C-ERA-4, C-LIFE-2: modern is settled by a DiscoverResult only, legacy by an InitializeResult only. */
ltl proven { [] !(broken & PROVEN) }
/* S-MSG-8, C-CANCEL-4: a caller has one outcome, and hears nothing after it. */
ltl settled_once { [] !(broken & SETTLED_ONCE) }
/* decisions K8, C-CANCEL-1, C-CANCEL-3: a cancel is written only for what is written and not answered, and once. */
ltl cancelled_at_most { [] !(broken & CANCELLED_AT_MOST) }
/* decisions K15: a failed negotiation stops the process. */
ltl stopped { [] !(broken & STOPPED) }

/* rules B2, B3, B4, B12 and B13: a negotiation ends: modern, legacy or failed. */
#define NEGOTIATING (up && (negotiation == Negotiation_Probing || negotiation == Negotiation_Reprobing || negotiation == Negotiation_Initialising))
ltl concludes { [] (NEGOTIATING -> <> !NEGOTIATING) }
/* rules B5, decisions K15: a call that is held is let go, or fails. */
ltl lets_go { [] (place[0] == AT_ERA -> <> (place[0] != AT_ERA)) }
/* rules B4, decisions K12, C-TIME-2: every caller has an outcome in the end. */
ltl settles { [] (place[0] != NOWHERE -> <> (place[0] == NOWHERE)) }
/* decisions K11, C-SHUT-1, C-SHUT-2: when we want no more, the process ends, whatever it does. */
ltl leaves_nothing { [] (closed && launched -> <> (process == Process_Exited)) }
