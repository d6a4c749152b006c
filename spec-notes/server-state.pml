/* What a server's connection is, as in package model's World, and what it can be told. */

#ifndef N
#define N 2
#endif
#define LISTENS 1 /* how many of them may be listens */

/* What a request is, as in package model's SlotKind. */
#define FREE 0
#define CALL 1
#define LISTEN 2
#define DISCOVER 3
#define INITIALIZE 4
#define PING 5

/* The connection. */
byte era = Era_start, life = Lifetime_start, legacy = LegacySession_start;
bool eof, closed; /* end of input was read; the output is closed */

/* The requests, as in package model's Slot. */
byte request[N], kind[N];
bool modern[N];  /* it is answered in the modern vocabulary */
bool handler[N]; /* its handler runs */
bool hushed[N];  /* a cancel that means silence was read */
bool acked[N], ended[N];
bool queued[N], waiting[N], pinned[N]; /* in the outbox: frames, the last one, the one with the lock */

/* Two things that do not change, chosen at the start. */
bool prompt; /* handlers return, and the drain needs no deadline; else it has one, and they may hang */
bool custom; /* listens have handlers of their own */

/* What the connection is told. */
#define ASK 1 /* a request frame; class is the era's event */
#define DUPLICATE 2
#define FAULT 3
#define MUTE 4
#define RESPONSE 5
#define NOTE 6
#define INITIALIZED 7
#define CANCEL 8
#define END 9
#define CLOSE 10
#define IDLE 11
#define DEADLINE 12
#define BROKEN 13
#define WRITE 14
#define HANDLE 15 /* class is the request's event */
chan tell = [0] of { byte, byte, byte };

#define LIVE(i) (request[i] < Request_Cancelled)
#define SETTLED(i) (request[i] > Request_Cancelled)
#define UNSENT(i) (queued[i] || waiting[i] || pinned[i])
#define DONE(i) (kind[i] != FREE && SETTLED(i) && !handler[i] && !UNSENT(i))
#define OCCUPIED(i) (kind[i] != FREE && (LIVE(i) || request[i] == Request_Answered && (waiting[i] || pinned[i])))
#define CANCELLABLE(i) (kind[i] != INITIALIZE && kind[i] != DISCOVER && OCCUPIED(i) && (LIVE(i) || waiting[i]))
#define REST(i) (kind[i] == FREE || SETTLED(i) && !handler[i])

#if N == 1
#define EVERY(is) (is(0))
#define SOME(is) (is(0))
#define EACH(is, what, class) :: atomic { is(0) -> tell!what, class, 0 }
#elif N == 2
#define EVERY(is) (is(0) && is(1))
#define SOME(is) (is(0) || is(1))
#define EACH(is, what, class) :: atomic { is(0) -> tell!what, class, 0 } :: atomic { is(1) -> tell!what, class, 1 }
#else
#define EVERY(is) (is(0) && is(1) && is(2))
#define SOME(is) (is(0) || is(1) || is(2))
#define EACH(is, what, class) :: atomic { is(0) -> tell!what, class, 0 } :: atomic { is(1) -> tell!what, class, 1 } \
	:: atomic { is(2) -> tell!what, class, 2 }
#endif

/* The move that is made, and what it is worked out with: hidden, so that none
   of it multiplies the states. */
hidden byte move, class, slot;        /* what the connection is told */
hidden byte at, k, on, what, did;     /* scratch: slots, event, effects */
hidden byte todo[N];                  /* the event that each request gets, plus one */
hidden byte frame, frames;            /* the frame that is appended, how many were */
hidden byte spoke, shook, closing;    /* a frame that is no error went out; InitializeResult did; the output closes */
hidden byte was, wasLife;             /* before the move */
hidden byte live, found;              /* the request that the move names was live; a cancel finds it */
#define NONE 255

/* Frames. From RESULT on they are the last of their request. */
#define ACKNOWLEDGEMENT 1
#define PROGRESS 2
#define EVENT 3
#define RESULT 4
#define CANCELLED 5
#define ERROR 6

#define CLAIMS(e) (e == Era_on_ClaimedInitialize || e == Era_on_Discover || e >= Era_on_PartialEnvelope && e <= Era_on_BadListen)
