/* A client and a server that may do anything, for SPIN, written by hand: calls
   that are held until the era is known, a process that starts, dies, hangs and is
   sent away. It names no row: the tables decide, and client-turn.pml asks them.
   What has to hold is in client-properties.pml.

   Choose a mode, such as -DNegotiation_auto. There are two callers, each with
   one call at a time, again and again. */

#include "process.pml"
#include "negotiation.pml"
#include "call.pml"

#include "client-state.pml"
#include "client-properties.pml"
#include "client-steps.pml"
#include "client-turn.pml"

/* When what can happen. */
#define STARTS (launched && (process == Process_Starting || process >= Process_Restarting))
#define RUNS (process >= Process_Running && process <= Process_Killing)
#define CALLS(i) (place[i] == NOWHERE)
#define GIVES_UP(i) (place[i] != NOWHERE)
#define ANSWERED_TO(i) (up && (place[i] == AWAY || place[i] == NOWHERE && call[i] >= Call_Answered)) /* too late, too */

hidden byte any; /* hidden: a choice is no part of the state */

/* Whatever may happen and need not: a server of any quality, impatient callers,
   a host that wants no more, and nothing. */
active proctype anything() {
	atomic {
		if
		:: known = NOTHING
		:: known = KNOWN_MODERN
		:: known = KNOWN_LEGACY
		fi
	}
end:	do
	:: up <= 1 /* nothing */
	:: atomic { own == PROBE && sent -> select(any : Negotiation_on_Discovered .. Negotiation_on_OtherError); tell!OWN, any, CALLERS }
	:: atomic { own == INITIALIZE && sent -> select(any : Negotiation_on_Initialized .. Negotiation_on_InitializeModern); tell!OWN, any, CALLERS }
	:: atomic { late -> select(any : Negotiation_on_Discovered .. Negotiation_on_OtherError); tell!LATE, any, CALLERS }
	:: atomic { own != NOTHING && !sent -> tell!UNSENT, 0, CALLERS }
	EACH(ANSWERED_TO, HANDLE, Call_on_Progress)
	EACH(ANSWERED_TO, HANDLE, Call_on_Result)
	EACH(ANSWERED_TO, HANDLE, Call_on_Error)
	EACH(ANSWERED_TO, HANDLE, Call_on_VersionRefused)
	EACH(CALLS, CALL, 0)
	EACH(GIVES_UP, HANDLE, Call_on_Cancel)
	:: atomic { RUNS -> tell!EXIT, 0, CALLERS }
	:: atomic { up -> tell!LOST, Negotiation_on_Exit, CALLERS } /* it has ended its output */
	:: atomic { up -> tell!LOST, Negotiation_on_Broken, CALLERS }
	:: atomic { !closed -> tell!CLOSE, 0, CALLERS }
	od
}

/* What does happen in the end, if it goes on being possible (weak fairness): a
   process starts or fails to, and dies of SIGKILL; graces and time limits end;
   what waits for the pipe is written. */
active proctype system() {
end:	do
	:: atomic { STARTS -> tell!STARTED, 0, CALLERS }
	:: atomic { STARTS -> tell!START_FAILED, 0, CALLERS }
	:: atomic { process == Process_Killing -> tell!EXIT, 0, CALLERS }
	od
}

active proctype graces() {
end:	do
	:: atomic { process == Process_StdinClosed || process == Process_Terminating -> tell!GRACE, 0, CALLERS }
	od
}

active proctype negotiates() {
end:	do
	:: atomic { own != NOTHING && !sent -> tell!WRITE, 0, CALLERS }
	:: atomic { own != NOTHING && sent -> tell!SILENCE, 0, CALLERS }
	od
}

active [CALLERS] proctype goes_on() {
end:	do
	:: atomic { place[_pid-4] == AT_PIPE -> tell!HANDLE, Call_on_Write, _pid-4 }
	:: atomic { place[_pid-4] == AWAY -> tell!HANDLE, Call_on_Timeout, _pid-4 }
	od
}

/* The client itself: one move after the other, each in one step. */
active proctype client() {
end:	do
	:: atomic { tell?move, class, slot -> d_step { turn() } }
	od
}
