/* What a client is, as in package machine's ClientSession, and what it can be told. */

#define CALLERS 2
#define RETRIES 1 /* how often an unanswered probe is sent again */

byte process = Process_start, negotiation = Negotiation_start;
bool launched; /* the process was asked for once */
bool up;       /* its streams are of use */
bool closed;   /* we want no more */

/* A request of the client's own, the verdict that an earlier connection left, and
   a probe whose time is over and whose answer may still come. */
#define NOTHING 0
#define PROBE 1
#define INITIALIZE 2
#define KNOWN_MODERN 1
#define KNOWN_LEGACY 2
byte own, known, retries;
bool sent, late;

/* The calls, and what they wait for. */
#define NOWHERE 0
#define AT_ERA 1  /* held until the era is known */
#define AT_PIPE 2
#define AWAY 3
byte call[CALLERS] = Call_start, place[CALLERS];
bool carried[CALLERS]; /* it has waited for a second process */
bool resent[CALLERS];  /* it was sent again with another version */

/* What the client is told. */
#define CALL 1
#define HANDLE 2 /* class is the call's event */
#define WRITE 3  /* of its own request */
#define OWN 4    /* its answer; class is the negotiation's event */
#define LATE 5   /* the answer of a probe whose time is over */
#define SILENCE 6
#define UNSENT 7
#define STARTED 8
#define START_FAILED 9
#define EXIT 10
#define LOST 11 /* the streams; class is the negotiation's event */
#define GRACE 12
#define CLOSE 13
chan tell = [0] of { byte, byte, byte };

#define EACH(is, what, class) :: atomic { is(0) -> tell!what, class, 0 } :: atomic { is(1) -> tell!what, class, 1 }

/* The move that is made, and what it is worked out with: hidden, so that none
   of it multiplies the states. */
hidden byte move, class, slot;
hidden byte k, on, did, next;
hidden byte todo[CALLERS];  /* the event that each call gets, plus one */
hidden byte shut, need, severed, fails;
#define NONE 255
