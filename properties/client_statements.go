package properties

var bothEras = []hostEra{hostModern, hostLegacy}

// clientProperties are what is stated of a client, one a family of clauses.
func clientProperties() []clientProperty {
	return []clientProperty{
		{claim{name: "negotiation", ref: "C-ERA-3, C-ERA-4, C-LIFE-1, C-LIFE-2, C-LIFE-3",
			says: "The era is found out before anything else is asked, and is kept."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 2, turns: map[turnKind]int{turnAnswer: 2, turnNote: 1, turnPause: 1}, first: reversions}
			}},
		{claim{name: "fallback", ref: "C-ERA-4, C-ERA-5, C-ERA-6, C-ERA-7, S-RESP-1", modern: true, legacy: true,
			says: "Whatever a server of the revisions before answers the probe with, the client falls back; after a recognised error of 2026-07-28 it does not."},
			func(*clientSuite) cast {
				return cast{eras: []hostEra{hostModern, hostLegacy, hostLegacy, hostLegacy, hostLegacy}, calls: 2, turns: map[turnKind]int{turnAnswer: 3, turnVersion: 1}, first: reversions}
			}},
		{claim{name: "silent probe", ref: "C-ERA-6, C-SHUT-1", modern: true,
			says: "When server/discover is never answered the client falls back, or ends with an error, in its time."},
			func(s *clientSuite) cast {
				c := cast{eras: []hostEra{hostLegacy}, calls: 2, turns: map[turnKind]int{turnAnswer: 2, turnPause: 1}, steps: 4, silent: true}
				if s.probe == 0 {
					c.skip = "no time limit of the client's server/discover was named"
				}
				return c
			}},
		{claim{name: "envelopes", ref: "C-META-7, C-META-8, rules B9, rules B11",
			says: "Every request of 2026-07-28 carries its envelope, and none before does."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 4, cancels: 1, turns: map[turnKind]int{turnAnswer: 3, turnFail: 1, turnVersion: 1, turnNote: 1}, first: reversions}
			}},
		{claim{name: "ids of requests", ref: "C-ID-1, C-ID-2, C-ID-3, C-ID-4",
			says: "No id is used twice at a time, and on a legacy connection never again."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 6, cancels: 2, turns: map[turnKind]int{turnAnswer: 3, turnFail: 2, turnVersion: 1}}
			}},
		{claim{name: "calls", ref: "S-RESP-1, S-MSG-8, decisions K12",
			says: "Each call ends once, with the answer to it, whatever else the server says."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 6, cancels: 1, turns: map[turnKind]int{
					turnAnswer: 6, turnFail: 3, turnProgress: 2, turnTwice: 4, turnStray: 4, turnNote: 2, turnVersion: 1, turnPause: 1}}
			}},
		{claim{name: "framing of the server", ref: "C-FRAME-2, C-FRAME-4, C-MSG-1, S-RESP-1, decisions K12",
			says: "However the server cuts its lines, and whatever else it writes between, every answer is read; what the client writes is messages."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 4, cancels: 1, forms: everyForm(), turns: map[turnKind]int{turnAnswer: 5, turnFail: 1, turnProgress: 1, turnJunk: 6, turnNote: 1}}
			}},
		{claim{name: "requests of the server", ref: "C-FRAME-8, C-PING-1, C-RESP-1, C-RESP-4, C-MSG-5",
			says: "A legacy server's requests are answered, once; a server of 2026-07-28 gets no response."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 3, turns: map[turnKind]int{turnPing: 4, turnAsk: 2, turnAnswer: 2, turnPause: 1}}
			}},
		{claim{name: "cancels", ref: "C-CANCEL-2, C-CANCEL-3, C-CANCEL-4, C-LCANCEL-2, S-MSG-8",
			says: "Who is cancelled is told to the server, once; what comes all the same is ignored."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 2, cancels: 3, turns: map[turnKind]int{turnAnswer: 4, turnFail: 1, turnTwice: 2, turnProgress: 2, turnPause: 3}}
			}},
		{claim{name: "lost server", ref: "decisions K12, S-MSG-8, C-SHUT-1",
			says: "When the server goes away every call ends, and so does the client."},
			func(*clientSuite) cast {
				return cast{eras: bothEras, calls: 4, cancels: 1, turns: map[turnKind]int{turnAnswer: 3, turnProgress: 1, turnGone: 2, turnPause: 1}}
			}},
		{claim{name: "time limits", ref: "decisions K12, S-MSG-8, C-TIME-2, C-SHUT-1",
			says: "A call that is not answered ends all the same."},
			func(s *clientSuite) cast {
				c := cast{eras: bothEras, calls: 3, turns: map[turnKind]int{turnAnswer: 2, turnForget: 3, turnProgress: 1}, steps: 4}
				if s.timeout == 0 {
					c.skip = "no time limit of the client's calls was named"
				}
				return c
			}},
	}
}
