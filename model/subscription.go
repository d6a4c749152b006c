package model

// SubscriptionState is a listen as its client sees it.
type SubscriptionState uint8

const (
	SubscriptionOpening   SubscriptionState = iota // sent, not acknowledged
	SubscriptionLive                               // acknowledged
	SubscriptionReopening                          // the process was lost; to be sent again
	SubscriptionGraceful                           // ended by its result
	SubscriptionRemote                             // ended by the server's notifications/cancelled
	SubscriptionClosed                             // ended by us
	SubscriptionLost                               // ended with the connection
	SubscriptionRefused                            // answered with an error
)

// SubscriptionEvent is a step of it.
type SubscriptionEvent uint8

const (
	SubscriptionOnAcknowledged SubscriptionEvent = iota
	SubscriptionOnEvent
	SubscriptionOnResult
	SubscriptionOnError
	SubscriptionOnRemoteCancel
	SubscriptionOnClose  // ours
	SubscriptionOnLost   // the connection ended, and it is to be reopened
	SubscriptionOnGiveUp // the connection ended for good, or crashed too often
	SubscriptionOnReopen // sent on the new process
)

// SubscriptionEffect is what the user or the server is told.
type SubscriptionEffect uint8

const (
	SubscriptionDoNothing SubscriptionEffect = iota
	SubscriptionDoGrant                      // report the acknowledged filter
	SubscriptionDoDeliver
	SubscriptionDoEnd
	SubscriptionDoFail
	SubscriptionDoSendCancelled
	SubscriptionDoRestart // bring the process back
	SubscriptionDoListen  // send the listen again, with a new id
	SubscriptionDoDrop
)

// SubscriptionTable is the type of Subscription.
type SubscriptionTable = Table[SubscriptionState, SubscriptionEvent, SubscriptionEffect]

// Subscription is one listen of the client: it tells a graceful, a remote, a
// lost and its own end apart.
var Subscription = New(subscriptionTable)

var subscriptionTable = SubscriptionTable{
	Name: "Subscription", Doc: "A listen as its client sees it: acknowledged, live, and ended in one of five ways that are told apart.",
	Start:   SubscriptionOpening,
	States:  []string{"Opening", "Live", "Reopening", "EndedGraceful", "EndedRemote", "EndedClosed", "EndedLost", "EndedRefused"},
	Events:  []string{"Acknowledged", "Event", "Result", "Error", "RemoteCancel", "Close", "Lost", "GiveUp", "Reopen"},
	Effects: []string{"-", "Grant", "Deliver", "End", "Fail", "SendCancelled", "Restart", "Listen", "Drop"},
	Rows: []Row[SubscriptionState, SubscriptionEvent, SubscriptionEffect]{
		{SubscriptionOpening, SubscriptionOnAcknowledged, SubscriptionLive, SubscriptionDoGrant, SHOULD, "C-SUB-2"},
		{SubscriptionOpening, SubscriptionOnEvent, SubscriptionOpening, SubscriptionDoDrop, MUST, "S-SUB-3"},
		{SubscriptionOpening, SubscriptionOnResult, SubscriptionGraceful, SubscriptionDoEnd, SHOULD, "S-SUB-7"},
		{SubscriptionOpening, SubscriptionOnError, SubscriptionRefused, SubscriptionDoFail, MUST, "S-RESP-5"},
		{SubscriptionOpening, SubscriptionOnRemoteCancel, SubscriptionRemote, SubscriptionDoEnd, MUST, "S-CANCEL-6"},
		{SubscriptionOpening, SubscriptionOnClose, SubscriptionClosed, SubscriptionDoSendCancelled, MUST, "C-SUB-5"},
		{SubscriptionOpening, SubscriptionOnLost, SubscriptionReopening, SubscriptionDoRestart, MUST, "C-SHUT-6, decisions K7"},
		{SubscriptionOpening, SubscriptionOnGiveUp, SubscriptionLost, SubscriptionDoFail, POLICY, "decisions K19"},

		{SubscriptionLive, SubscriptionOnAcknowledged, SubscriptionLive, SubscriptionDoDrop, MUST, "S-SUB-2"},
		{SubscriptionLive, SubscriptionOnEvent, SubscriptionLive, SubscriptionDoDeliver, MUST, "C-SUB-3"},
		{SubscriptionLive, SubscriptionOnResult, SubscriptionGraceful, SubscriptionDoEnd, SHOULD, "S-SUB-7"},
		{SubscriptionLive, SubscriptionOnError, SubscriptionRefused, SubscriptionDoFail, MUST, "S-RESP-5"},
		{SubscriptionLive, SubscriptionOnRemoteCancel, SubscriptionRemote, SubscriptionDoEnd, MUST, "S-CANCEL-6"},
		{SubscriptionLive, SubscriptionOnClose, SubscriptionClosed, SubscriptionDoSendCancelled, MUST, "C-SUB-5"},
		{SubscriptionLive, SubscriptionOnLost, SubscriptionReopening, SubscriptionDoRestart, MUST, "C-SUB-7, decisions K7 and K19"},
		{SubscriptionLive, SubscriptionOnGiveUp, SubscriptionLost, SubscriptionDoEnd, POLICY, "decisions K19"},

		{SubscriptionReopening, SubscriptionOnClose, SubscriptionClosed, SubscriptionDoEnd, MUST, "decisions K7"},
		{SubscriptionReopening, SubscriptionOnLost, SubscriptionReopening, SubscriptionDoRestart, MUST, "decisions K19"},
		{SubscriptionReopening, SubscriptionOnGiveUp, SubscriptionLost, SubscriptionDoEnd, POLICY, "decisions K19"},
		{SubscriptionReopening, SubscriptionOnReopen, SubscriptionOpening, SubscriptionDoListen, MUST, "C-SUB-7, S-SUB-10"},

		{SubscriptionGraceful, SubscriptionOnEvent, SubscriptionGraceful, SubscriptionDoDrop, MUST, "S-SUB-9"},
		{SubscriptionGraceful, SubscriptionOnRemoteCancel, SubscriptionGraceful, SubscriptionDoDrop, MUST, "decisions C4"},
		{SubscriptionGraceful, SubscriptionOnClose, SubscriptionGraceful, SubscriptionDoNothing, MUST, "C-CANCEL-3"},

		{SubscriptionRemote, SubscriptionOnEvent, SubscriptionRemote, SubscriptionDoDrop, MUST, "S-SUB-9"},
		{SubscriptionRemote, SubscriptionOnResult, SubscriptionRemote, SubscriptionDoDrop, POLICY, "decisions C4"},
		{SubscriptionRemote, SubscriptionOnClose, SubscriptionRemote, SubscriptionDoNothing, MUST, "C-CANCEL-3"},

		{SubscriptionClosed, SubscriptionOnAcknowledged, SubscriptionClosed, SubscriptionDoDrop, SHOULD, "C-CANCEL-4"},
		{SubscriptionClosed, SubscriptionOnEvent, SubscriptionClosed, SubscriptionDoDrop, SHOULD, "C-CANCEL-4"},
		{SubscriptionClosed, SubscriptionOnResult, SubscriptionClosed, SubscriptionDoDrop, SHOULD, "C-CANCEL-4"},
		{SubscriptionClosed, SubscriptionOnError, SubscriptionClosed, SubscriptionDoDrop, SHOULD, "C-CANCEL-4"},
		{SubscriptionClosed, SubscriptionOnRemoteCancel, SubscriptionClosed, SubscriptionDoDrop, MUST, "C-CANCEL-5"},
		{SubscriptionClosed, SubscriptionOnClose, SubscriptionClosed, SubscriptionDoNothing, MUST, "C-CANCEL-3"},

		{SubscriptionLost, SubscriptionOnClose, SubscriptionLost, SubscriptionDoNothing, MUST, "decisions K7"},

		{SubscriptionRefused, SubscriptionOnClose, SubscriptionRefused, SubscriptionDoNothing, MUST, "C-CANCEL-3"},
	},
}

// Ended reports whether no event can be delivered any more.
func (s SubscriptionState) Ended() bool { return s >= SubscriptionGraceful }
