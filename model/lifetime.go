package model

// LifetimeState is how far a server's connection is from its end.
type LifetimeState uint8

const (
	LifetimeServing  LifetimeState = iota
	LifetimeDraining               // nothing new is admitted; what is in flight may finish
	LifetimeClosed                 // no byte is written any more
)

// LifetimeEvent is what reaches the connection before anything else looks at it.
type LifetimeEvent uint8

const (
	LifetimeOnRequest      LifetimeEvent = iota // a request with a free, legal id
	LifetimeOnDuplicate                         // a request whose id is in flight
	LifetimeOnOverload                          // a request beyond the limit of requests in flight
	LifetimeOnFault                             // a line that is no message, and may be answered
	LifetimeOnMuteFault                         // the same, where no answer is legal or wanted
	LifetimeOnCancel                            // notifications/cancelled
	LifetimeOnResponse                          // a response to a request of ours
	LifetimeOnNotification                      // any other notification
	LifetimeOnEOF                               // end of input
	LifetimeOnClose                             // our own Close, or a signal
	LifetimeOnIdle                              // draining, and nothing is in flight
	LifetimeOnDeadline                          // the drain took too long
	LifetimeOnBroken                            // the output is gone
)

// LifetimeEffect is what the session does about it.
type LifetimeEffect uint8

const (
	LifetimeDoNothing         LifetimeEffect = iota
	LifetimeDoAdmit                          // the era decides
	LifetimeDoPass                           // find the request it speaks of
	LifetimeDoRefuseDuplicate                // -32600; the first request is untouched
	LifetimeDoRefuseBusy                     // -32603
	LifetimeDoRefuseDraining                 // -32603
	LifetimeDoAnswerFault                    // -32700, -32600 or -32602
	LifetimeDoDrain                          // stop reading, end the listens, start the clock
	LifetimeDoExpire                         // answer what is left, then close
	LifetimeDoCloseOutput                    // everything is settled
	LifetimeDoAbandon                        // cancel everything, write nothing
)

// LifetimeTable is the type of Lifetime.
type LifetimeTable = Table[LifetimeState, LifetimeEvent, LifetimeEffect]

// Lifetime is the end of a connection: drained, bounded, and at most once.
var Lifetime = New(lifetimeTable)

var lifetimeTable = LifetimeTable{
	Name: "Lifetime", Doc: "How a server's connection ends: what is in flight is settled, within a bound, and nothing is written after that.",
	Start:  LifetimeServing,
	States: []string{"Serving", "Draining", "Closed"},
	Events: []string{"Request", "Duplicate", "Overload", "Fault", "MuteFault", "Cancel", "Response", "Notification", "EOF", "Close", "Idle", "Deadline", "Broken"},
	Effects: []string{"-", "Admit", "Pass", "RefuseDuplicate", "RefuseBusy", "RefuseDraining", "AnswerFault", "Drain",
		"Expire", "CloseOutput", "Abandon"},
	Rows: []Row[LifetimeState, LifetimeEvent, LifetimeEffect]{
		{LifetimeServing, LifetimeOnRequest, LifetimeServing, LifetimeDoAdmit, MUST, "S-MSG-7"},
		{LifetimeServing, LifetimeOnDuplicate, LifetimeServing, LifetimeDoRefuseDuplicate, MUST, "decisions A5, S-MSG-8"},
		{LifetimeServing, LifetimeOnOverload, LifetimeServing, LifetimeDoRefuseBusy, MUST, "decisions C10, S-ERR-14"},
		{LifetimeServing, LifetimeOnFault, LifetimeServing, LifetimeDoAnswerFault, MUST, "decisions A2 and A3, S-ERR-10, S-ERR-11"},
		{LifetimeServing, LifetimeOnMuteFault, LifetimeServing, LifetimeDoNothing, POLICY, "decisions A2 and A3"},
		{LifetimeServing, LifetimeOnCancel, LifetimeServing, LifetimeDoPass, MUST, "S-CANCEL-1, S-LCANCEL-3"},
		{LifetimeServing, LifetimeOnResponse, LifetimeServing, LifetimeDoPass, MUST, "ladder 9"},
		{LifetimeServing, LifetimeOnNotification, LifetimeServing, LifetimeDoPass, MUST, "decisions E12, S-NOTIF-1"},
		{LifetimeServing, LifetimeOnEOF, LifetimeDraining, LifetimeDoDrain, SHOULD, "S-SHUT-1, decisions C3"},
		{LifetimeServing, LifetimeOnClose, LifetimeDraining, LifetimeDoDrain, MAY, "S-SHUT-2, decisions C3"},
		{LifetimeServing, LifetimeOnBroken, LifetimeClosed, LifetimeDoAbandon, MUST, "decisions C9"},

		{LifetimeDraining, LifetimeOnRequest, LifetimeDraining, LifetimeDoRefuseDraining, MUST, "ladder, S-MSG-7"},
		{LifetimeDraining, LifetimeOnDuplicate, LifetimeDraining, LifetimeDoRefuseDuplicate, MUST, "decisions A5, S-MSG-8"},
		{LifetimeDraining, LifetimeOnOverload, LifetimeDraining, LifetimeDoRefuseDraining, MUST, "ladder, S-MSG-7"},
		{LifetimeDraining, LifetimeOnFault, LifetimeDraining, LifetimeDoNothing, POLICY, "ladder"},
		{LifetimeDraining, LifetimeOnMuteFault, LifetimeDraining, LifetimeDoNothing, POLICY, "ladder"},
		{LifetimeDraining, LifetimeOnCancel, LifetimeDraining, LifetimeDoPass, MUST, "rules A11, decisions C3"},
		{LifetimeDraining, LifetimeOnResponse, LifetimeDraining, LifetimeDoPass, MUST, "decisions C3"},
		{LifetimeDraining, LifetimeOnNotification, LifetimeDraining, LifetimeDoNothing, POLICY, "ladder"},
		{LifetimeDraining, LifetimeOnEOF, LifetimeDraining, LifetimeDoNothing, SHOULD, "S-SHUT-1"},
		{LifetimeDraining, LifetimeOnClose, LifetimeDraining, LifetimeDoNothing, MAY, "S-SHUT-2"},
		{LifetimeDraining, LifetimeOnIdle, LifetimeClosed, LifetimeDoCloseOutput, SHOULD, "S-SHUT-1, rules A15"},
		{LifetimeDraining, LifetimeOnDeadline, LifetimeClosed, LifetimeDoExpire, SHOULD, "S-SHUT-1, decisions C3"},
		{LifetimeDraining, LifetimeOnBroken, LifetimeClosed, LifetimeDoAbandon, MUST, "decisions C9"},
	},
}
