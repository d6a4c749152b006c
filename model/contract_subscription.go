package model

// SubscriptionContract is what is claimed of the rows of Subscription.
func SubscriptionContract() Contract[SubscriptionState, SubscriptionEvent] {
	const (
		opening, live, reopening, graceful = SubscriptionOpening, SubscriptionLive, SubscriptionReopening, SubscriptionGraceful
		remote, closed, lost, refused      = SubscriptionRemote, SubscriptionClosed, SubscriptionLost, SubscriptionRefused
	)
	return Contract[SubscriptionState, SubscriptionEvent]{
		stays[SubscriptionState, SubscriptionEvent]("A subscription ends once, and keeps its reason.", "S-SUB-9", graceful, remote, closed, lost, refused),
		accepts(SubscriptionOnAcknowledged, "The server may acknowledge what it has read, and too late.", "S-SUB-2, C-CANCEL-4", opening, live, closed),
		accepts(SubscriptionOnEvent, "The server may send changes to the end, and beyond it.", "C-SUB-3, C-CANCEL-4", opening, live, graceful, remote, closed),
		accepts(SubscriptionOnResult, "The server may end a listen at any time.", "S-SUB-7, decisions C4", opening, live, remote, closed),
		accepts(SubscriptionOnError, "The server may refuse or fail a listen.", "S-RESP-5", opening, live, closed),
		accepts(SubscriptionOnRemoteCancel, "The server may tear a listen down at any time.", "S-CANCEL-6, C-CANCEL-5", opening, live, graceful, closed),
		accepts(SubscriptionOnClose, "We may close at any time.", "C-SUB-5, C-CANCEL-3", opening, live, reopening, graceful, remote, closed, lost, refused),
		accepts(SubscriptionOnLost, "The connection may end under a subscription that has not.", "C-SUB-7", opening, live, reopening),
		accepts(SubscriptionOnGiveUp, "Restarting may be in vain.", "decisions K19", opening, live, reopening),
		accepts(SubscriptionOnReopen, "A subscription whose process is back is sent again.", "C-SUB-7", reopening),

		emits(SubscriptionDoGrant, "The acknowledged filter is reported once for each listen.", "C-SUB-2", at(SubscriptionOnAcknowledged, opening)),
		emits(SubscriptionDoDeliver, "Changes are delivered while the subscription lives.", "C-SUB-3, S-SUB-3", at(SubscriptionOnEvent, live)),
		emits(SubscriptionDoEnd, "The user learns of an end that is no failure, and of the loss of what was live.", "S-SUB-7, S-CANCEL-6, decisions K7 and K19",
			at(SubscriptionOnResult, opening, live), at(SubscriptionOnRemoteCancel, opening, live), at(SubscriptionOnClose, reopening), at(SubscriptionOnGiveUp, live, reopening)),
		emits(SubscriptionDoFail, "The user learns of a failure.", "S-RESP-5, decisions K19", at(SubscriptionOnError, opening, live), at(SubscriptionOnGiveUp, opening)),
		emits(SubscriptionDoSendCancelled, "A close is written once, and only for a listen on the wire.", "C-SUB-5, C-CANCEL-3, decisions K7", at(SubscriptionOnClose, opening, live)),
		emits(SubscriptionDoRestart, "A loss brings the process back.", "C-SHUT-6, decisions K19", at(SubscriptionOnLost, opening, live, reopening)),
		emits(SubscriptionDoListen, "The listen is sent again on the new process.", "C-SUB-7, S-SUB-10", at(SubscriptionOnReopen, reopening)),
		emits(SubscriptionDoDrop, "What comes too early, twice or too late is dropped.", "S-SUB-2, S-SUB-3, S-SUB-9, C-CANCEL-4",
			at(SubscriptionOnAcknowledged, live, closed), at(SubscriptionOnEvent, opening, graceful, remote, closed), at(SubscriptionOnResult, remote, closed),
			at(SubscriptionOnError, closed), at(SubscriptionOnRemoteCancel, graceful, closed)),

		enters(opening, "A listen is opened again only on a new process.", "C-SUB-7", at(SubscriptionOnReopen, reopening)),
		enters(live, "The acknowledgement makes it live.", "S-SUB-2", at(SubscriptionOnAcknowledged, opening)),
		enters(reopening, "A loss makes it wait for the process.", "C-SHUT-6", at(SubscriptionOnLost, opening, live)),
		enters(graceful, "A result is a graceful end.", "S-SUB-7", at(SubscriptionOnResult, opening, live)),
		enters(remote, "A cancel of the server is a remote end.", "S-CANCEL-6", at(SubscriptionOnRemoteCancel, opening, live)),
		enters(closed, "Our close is our end.", "C-SUB-5", at(SubscriptionOnClose, opening, live, reopening)),
		enters(lost, "Giving up is a loss.", "decisions K19", at(SubscriptionOnGiveUp, opening, live, reopening)),
		enters(refused, "An error is a refusal.", "S-RESP-5", at(SubscriptionOnError, opening, live)),
	}
}
