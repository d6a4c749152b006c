package model

// Sheets lists every table in words, in the order of the documentation: the
// era of each policy, then the rest of the server's, then the client's.
func Sheets() []Sheet {
	var all []Sheet
	for _, p := range Policies() {
		all = append(all, Era(p, false).Sheet())
		if p == FirstFrame || p == FirstSuccess {
			all = append(all, Era(p, true).Sheet())
		}
	}
	all = append(all, Lifetime.Sheet(), LegacySession.Sheet(), Request.Sheet(), Outbound.Sheet())
	for _, m := range Modes() {
		all = append(all, Negotiation(m).Sheet())
	}
	return append(all, Call.Sheet(), Subscription.Sheet(), Process.Sheet())
}
