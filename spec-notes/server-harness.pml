/* A server's connection for SPIN, written by hand: everything that the client,
   the handlers, the pipe and the clock can do, in any order. It names no row:
   what happens is in the tables, which `make notes` exports, and server-turn.pml
   asks them in the order of package model's Step. What has to hold is in
   server-properties.pml.

   Choose a policy, such as -DEra_first_frame, and N, how many requests there
   can be at a time. */

#include "lifetime.pml"
#include "era.pml"
#include "legacy-session.pml"
#include "request.pml"

#include "server-state.pml"
#include "server-properties.pml"
#include "server-frames.pml"
#include "server-turn.pml"

/* When what can happen. */
#define READS (!eof && life != Lifetime_Closed)
#define NAMED(i) (READS && OCCUPIED(i))
#define SPEAKS(i) (kind[i] == CALL && (handler[i] || SETTLED(i)))
#define CHANGES(i) (kind[i] == LISTEN && (acked[i] || DONE(i)))
#define OPEN(i) (kind[i] == LISTEN && request[i] == Request_Acknowledged)
#define ACKNOWLEDGES(i) (kind[i] == LISTEN && handler[i] && !acked[i])
#define RETURNS(i) (handler[i] && (kind[i] == CALL || acked[i] || request[i] == Request_Cancelled))
#define FAILS(i) handler[i]

hidden byte any; /* hidden: a choice is no part of the state */

/* Whatever may happen and need not: the client's frames, a talkative or hasty
   handler, the hub, a close of ours, the loss of the pipe, and nothing. */
active proctype anything() {
	atomic {
		if
		:: prompt = true
		:: prompt = true; custom = true
		:: custom = true
		fi
	}
end:	do
	:: life <= Lifetime_Closed /* nothing */
	:: atomic { READS -> select(any : Era_on_Initialize .. Era_on_Ping); tell!ASK, any, N }
	:: atomic { READS -> tell!NOTE, Era_on_Notification, N }
	:: atomic { READS -> tell!NOTE, Era_on_ClaimedNotification, N }
	:: atomic { READS -> tell!INITIALIZED, Era_on_Notification, N }
	:: atomic { READS -> tell!CANCEL, Era_on_Notification, N } /* of something unknown */
	EACH(NAMED, CANCEL, Era_on_Notification)
	:: atomic { READS && SOME(OCCUPIED) -> tell!DUPLICATE, 0, N }
	:: atomic { READS -> tell!FAULT, 0, N }
	:: atomic { READS -> tell!MUTE, 0, N }
	:: atomic { READS -> tell!RESPONSE, 0, N }
	:: atomic { READS -> tell!END, 0, N }
	:: atomic { life != Lifetime_Closed -> tell!CLOSE, 0, N }
	:: atomic { life != Lifetime_Closed -> tell!BROKEN, 0, N }
	:: atomic { life == Lifetime_Draining -> tell!DEADLINE, 0, N }
	EACH(SPEAKS, HANDLE, Request_on_Frame)
	EACH(CHANGES, HANDLE, Request_on_Event)
	EACH(OPEN, HANDLE, Request_on_Close)
	EACH(OPEN, HANDLE, Request_on_Sever)
	EACH(ACKNOWLEDGES, HANDLE, Request_on_Acknowledge)
	EACH(RETURNS, HANDLE, Request_on_Result)
	EACH(FAILS, HANDLE, Request_on_Error)
	od
}

/* What does happen in the end, if it goes on being possible (weak fairness):
   handlers return, the outbox is written, a drain ends. */
active [N] proctype returns() {
end:	do
	:: atomic { prompt && handler[_pid-1] ->
		if
		:: RETURNS(_pid-1) -> tell!HANDLE, Request_on_Result, _pid-1
		:: tell!HANDLE, Request_on_Error, _pid-1
		fi }
	od
}

active proctype writes() {
end:	do
	:: atomic { SOME(UNSENT) -> tell!WRITE, 0, N }
	od
}

active proctype idles() {
end:	do
	:: atomic { life == Lifetime_Draining && EVERY(REST) -> tell!IDLE, 0, N }
	od
}

active proctype expires() {
end:	do
	:: atomic { !prompt && life == Lifetime_Draining -> tell!DEADLINE, 0, N }
	od
}

/* The connection itself: one move after the other, each in one step. */
active proctype connection() {
end:	do
	:: atomic { tell?move, class, slot -> d_step { turn() } }
	od
}
