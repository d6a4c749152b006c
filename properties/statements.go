package properties

// serverProperties are what is stated of a server, one a family of clauses.
func serverProperties() []property {
	return []property{
		discoverProperty, initializeProperty, idProperty, legacyIDProperty, answerProperty, legacyAnswerProperty,
		envelopeProperty, eraProperty,
		acknowledgementProperty, changeProperty, slotProperty,
		silentListenProperty, silentCallProperty, silenceProperty, legacyCancelProperty, progressProperty,
		framingProperty, drainProperty, legacyDrainProperty,
	}
}

// The properties that are generated only.
var (
	envelopeProperty = property{
		name: "envelopes", ref: "S-VER-1, S-META-7, S-ERR-13, S-ERR-15, S-REMOVED-1, S-DISC-1", modern: true, play: envelopePlot,
		says: "A request whose envelope is broken, in whatever way, is refused with the code for it, and a good one is served.",
	}
	eraProperty = property{
		name: "era lock", ref: "policies, S-ERA-3, S-ERA-4, S-LIFE-1, S-PING-1, S-MSG-7, S-MSG-8, S-SUB-2, S-SUB-14", modern: true, legacy: true, play: eraPlot,
		says: "However the frames of both eras are mixed and packed, all are answered, and the connection commits to an era once.",
	}
	changeProperty = property{
		name: "stamps and filters", ref: "S-SUB-1, S-SUB-3, S-SUB-6, S-SUB-9, S-SUB-12, S-FRAME-8", modern: true, play: changePlot,
		says: "A change reaches the listens that were granted it, stamped with their ids, and nobody else.",
	}
	slotProperty = property{
		name: "slots", ref: "S-CANCEL-3, S-SUB-14", modern: true, play: slotPlot,
		says: "A listen that was cancelled gives back its slot and its id.",
	}
	silenceProperty = property{
		name: "silence", ref: "S-CANCEL-1, S-CANCEL-12, S-MSG-7", modern: true, play: silencePlot,
		says: "Cancelled before, at and after every frame: nothing more is said about it, and the others go on.",
	}
	legacyCancelProperty = property{
		name: "cancels, legacy", ref: "S-MSG-1, S-MSG-8, S-LPROG-2, S-LCANCEL-1, S-PING-1", legacy: true, play: legacyCancelPlot,
		says: "A cancelled call is answered at most once, and the others go on.",
	}
	progressProperty = property{
		name: "progress", ref: "S-PROG-2, S-PROG-5, S-PROG-9, S-CANCEL-1", modern: true, play: progressPlot,
		says: "Progress increases, for a token in use, and comes before the answer.",
	}
	framingProperty = property{
		name: "framing", ref: "S-FRAME-1, S-FRAME-2, S-MSG-1, S-MSG-7, S-NOTIF-1, S-RESP-5", modern: true, play: framingPlot,
		says: "However the bytes are cut into writes, and whatever broken lines are between, every message is answered.",
	}
	drainProperty = property{
		name: "drain", ref: "decisions C3, S-SHUT-1, S-SUB-8, S-SUB-9", modern: true, play: drainPlot,
		says: "At the end of input, wherever it comes, what is in flight is answered, and the output ends.",
	}
	legacyDrainProperty = property{
		name: "drain, legacy", ref: "decisions C3, S-SHUT-1", legacy: true, play: legacyDrainPlot,
		says: "At the end of input, wherever it comes, what is in flight is answered, and the output ends.",
	}
)
