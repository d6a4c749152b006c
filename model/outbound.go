package model

// OutboundState is the life of a request that a server sends to a legacy client.
type OutboundState uint8

const (
	OutboundSent OutboundState = iota
	OutboundAnswered
	OutboundCancelled
	OutboundLost
)

// OutboundEvent is what can happen to it.
type OutboundEvent uint8

const (
	OutboundOnResult OutboundEvent = iota
	OutboundOnError
	OutboundOnCallCancelled // the client cancelled the call that asked
	OutboundOnTimeout
	OutboundOnEOF // no answer can come any more
)

// OutboundEffect is what the waiting handler, or the client, is told.
type OutboundEffect uint8

const (
	OutboundDoNothing OutboundEffect = iota
	OutboundDoResolve
	OutboundDoFail
	OutboundDoSendCancelled // notifications/cancelled, and the handler fails
	OutboundDoLose
	OutboundDoDrop
)

// OutboundTable is the type of Outbound.
type OutboundTable = Table[OutboundState, OutboundEvent, OutboundEffect]

// Outbound is a request from the server to a legacy client. On a modern
// connection there is none (S-MSG-5).
var Outbound = New(outboundTable)

var outboundTable = OutboundTable{
	Name: "Outbound", Doc: "A request from the server to a legacy client: settled once, and cancelled with the call that asked.",
	Start:   OutboundSent,
	States:  []string{"Sent", "Answered", "Cancelled", "Lost"},
	Events:  []string{"Result", "Error", "CallCancelled", "Timeout", "EOF"},
	Effects: []string{"-", "Resolve", "Fail", "SendCancelled", "Lose", "Drop"},
	Rows: []Row[OutboundState, OutboundEvent, OutboundEffect]{
		{OutboundSent, OutboundOnResult, OutboundAnswered, OutboundDoResolve, MUST, "C-RESP-1, rules C6"},
		{OutboundSent, OutboundOnError, OutboundAnswered, OutboundDoFail, MUST, "C-RESP-4"},
		{OutboundSent, OutboundOnCallCancelled, OutboundCancelled, OutboundDoSendCancelled, MUST, "decisions C2, S-LCANCEL-1"},
		{OutboundSent, OutboundOnTimeout, OutboundCancelled, OutboundDoSendCancelled, SHOULD, "S-TIME-2"},
		{OutboundSent, OutboundOnEOF, OutboundLost, OutboundDoLose, MUST, "decisions C3"},

		{OutboundAnswered, OutboundOnResult, OutboundAnswered, OutboundDoDrop, MUST, "ladder 9"},
		{OutboundAnswered, OutboundOnError, OutboundAnswered, OutboundDoDrop, MUST, "ladder 9"},
		{OutboundAnswered, OutboundOnCallCancelled, OutboundAnswered, OutboundDoNothing, MUST, "S-LCANCEL-1"},

		{OutboundCancelled, OutboundOnResult, OutboundCancelled, OutboundDoDrop, SHOULD, "S-LCANCEL-6"},
		{OutboundCancelled, OutboundOnError, OutboundCancelled, OutboundDoDrop, SHOULD, "S-LCANCEL-6"},
		{OutboundCancelled, OutboundOnEOF, OutboundCancelled, OutboundDoNothing, MUST, "decisions C3"},

		{OutboundLost, OutboundOnCallCancelled, OutboundLost, OutboundDoNothing, MUST, "decisions C3"},
	},
}
