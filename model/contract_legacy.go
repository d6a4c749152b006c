package model

// LegacyContract is what is claimed of the rows of LegacySession.
func LegacyContract() Contract[LegacyState, LegacyEvent] {
	const fresh, initialised, ready = LegacyUninitialised, LegacyInitialised, LegacyReady
	c := Contract[LegacyState, LegacyEvent]{
		accepts(LegacyOnResult, "The handshake is answered once.", "S-LIFE-1, decisions E11", fresh),

		emits(LegacyDoAnswer, "The first good initialize is answered.", "S-LIFE-1", at(LegacyOnInitialize, fresh)),
		emits(LegacyDoRefuseParams, "A bad one before it is told so.", "ladder 11", at(LegacyOnBadInitialize, fresh)),
		emits(LegacyDoRefuseRepeat, "Every later one is refused.", "decisions E11", at(LegacyOnInitialize, initialised, ready), at(LegacyOnBadInitialize, initialised, ready)),
		emits(LegacyDoServe, "Requests are served from the InitializeResult on.", "ladder 27, S-ERA-4", at(LegacyOnRequest, initialised, ready)),
		emits(LegacyDoTeach, "Before it they are told what is missing.", "decisions E8", at(LegacyOnRequest, fresh)),
		emits(LegacyDoSend, "Before initialized only pings and logs are sent; after it, everything.", "S-LIFE-2, ladder 27",
			at(LegacyOnAskPing, initialised, ready), at(LegacyOnLog, initialised, ready), at(LegacyOnAsk, ready), at(LegacyOnNotify, ready)),
		emits(LegacyDoHold, "A request to the client that comes too early fails locally.", "S-LIFE-2", at(LegacyOnAsk, fresh, initialised), at(LegacyOnAskPing, fresh)),

		enters[LegacyState, LegacyEvent](fresh, "A handshake is never undone.", "S-ERA-4"),
		enters(initialised, "The InitializeResult makes the handshake.", "S-LIFE-1", at(LegacyOnResult, fresh)),
		enters(ready, "Initialized, or failing it the first request, ends it.", "ladder 27", at(LegacyOnInitialized, initialised), at(LegacyOnRequest, initialised)),
	}
	for _, e := range []LegacyEvent{LegacyOnInitialize, LegacyOnBadInitialize, LegacyOnInitialized, LegacyOnRequest, LegacyOnAsk, LegacyOnAskPing, LegacyOnNotify, LegacyOnLog} {
		c = append(c, accepts(e, "The client, handlers and the hub may try anything at any time.", "S-LIFE-5", fresh, initialised, ready))
	}
	return c
}
