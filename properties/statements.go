package properties

// serverProperties are what is stated of a server, one a family of clauses.
func serverProperties() []property {
	return []property{
		discoverProperty, initializeProperty, idProperty, legacyIDProperty, answerProperty, legacyAnswerProperty,
		envelopeProperty, eraProperty,
		acknowledgementProperty, changeProperty, slotProperty,
		slowProperty, legacySlowProperty, silentListenProperty, silentCallProperty, silenceProperty, legacyCancelProperty, progressProperty,
		framingProperty, brokenProperty, drainProperty, legacyDrainProperty,
		earlyPingProperty, oddCancelProperty, cutProperty,
	}
}

// The properties that are generated only.
var (
	envelopeProperty = property{
		claim: claim{name: "envelopes", ref: "S-VER-1, S-META-7, S-ERR-13, S-ERR-15, S-REMOVED-1, S-DISC-1", modern: true,
			says: "A request whose envelope is broken, in whatever way, is refused with the code for it, and a good one is served."},
		play: envelopePlot,
	}
	eraProperty = property{
		claim: claim{name: "era lock", ref: "policies, S-ERA-3, S-ERA-4, S-LIFE-1, S-PING-1, S-MSG-7, S-MSG-8, S-SUB-2, S-SUB-14", modern: true, legacy: true,
			says: "However the frames of both eras are mixed and packed, all are answered, and the connection commits to an era once."},
		play: eraPlot,
	}
	changeProperty = property{
		claim: claim{name: "stamps and filters", ref: "S-SUB-1, S-SUB-3, S-SUB-6, S-SUB-9, S-SUB-12, S-FRAME-8", modern: true,
			says: "A change reaches the listens that were granted it, stamped with their ids, and nobody else."},
		play: changePlot,
	}
	slotProperty = property{
		claim: claim{name: "slots", ref: "S-CANCEL-3, S-SUB-14", modern: true,
			says: "A listen that was cancelled gives back its slot and its id."},
		play: slotPlot,
	}
	silenceProperty = property{
		claim: claim{name: "silence", ref: "S-CANCEL-1, S-CANCEL-12, S-MSG-7", modern: true,
			says: "Cancelled before, at and after every frame: nothing more is said about it, and the others go on."},
		play: silencePlot,
	}
	legacyCancelProperty = property{
		claim: claim{name: "cancels, legacy", ref: "S-MSG-1, S-MSG-8, S-LPROG-2, S-LCANCEL-1, S-PING-1", legacy: true,
			says: "A cancelled call is answered at most once, and the others go on."},
		play: legacyCancelPlot,
	}
	progressProperty = property{
		claim: claim{name: "progress", ref: "S-PROG-2, S-PROG-5, S-PROG-9", modern: true,
			says: "Progress increases, for a token in use, and comes before the answer."},
		play: progressPlot,
	}
	framingProperty = property{
		claim: claim{name: "framing", ref: "S-FRAME-1, S-FRAME-2, S-MSG-1, S-MSG-7, S-NOTIF-1", modern: true,
			says: "However the bytes are cut into writes, every message is answered."},
		play: framingPlot,
	}
	brokenProperty = property{
		claim: claim{name: "broken lines", ref: "decisions A3, S-FRAME-2, S-MSG-1, S-MSG-7, S-NOTIF-1, S-RESP-5, decisions C3", modern: true, advice: true,
			says: "Whatever line a server reads, and whatever white space is around a message, it goes on: the messages are answered."},
		play: brokenPlot,
	}
	drainProperty = property{
		claim: claim{name: "drain", ref: "decisions C3, S-SHUT-1, S-SUB-8, S-SUB-9", modern: true,
			says: "At the end of input, wherever it comes, what is in flight is answered, and the output ends."},
		play: drainPlot,
	}
	legacyDrainProperty = property{
		claim: claim{name: "drain, legacy", ref: "decisions C3, S-SHUT-1", legacy: true,
			says: "At the end of input, wherever it comes, what is in flight is answered, and the output ends."},
		play: legacyDrainPlot,
	}
)
