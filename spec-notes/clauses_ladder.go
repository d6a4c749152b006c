package specnotes

func ladder() []Clause {
	return own("ladder",
		[2]string{"", "While draining, a new request gets -32603, cancels and responses still count, and all else is dropped."},
		[2]string{"9", "A response goes to the request of ours that waits for it on a legacy connection, and is dropped anywhere else."},
		[2]string{"10", "A valid initialize is answered and locks legacy; repeated it gets -32600, and on a modern connection -32022."},
		[2]string{"11", "initialize with bad params gets -32602 while open, -32600 on legacy, -32022 on modern, and never a lock."},
		[2]string{"12", "initialize with an envelope gets -32601, after the envelope and its version are found good; on legacy -32600."},
		[2]string{"13", "server/discover with a good envelope is answered and locks modern; on legacy it gets -32600."},
		[2]string{"14", "server/discover without an envelope gets -32602 naming the keys; on legacy it is an unknown method, -32601."},
		[2]string{"15", "An envelope that lacks or garbles a required key gets -32602 naming the key; on legacy -32600."},
		[2]string{"16", "An envelope of a version that is not served gets -32022; on legacy -32600."},
		[2]string{"17", "A known method with a good envelope runs, and locks modern with its first frame that is no error; on legacy it gets -32600."},
		[2]string{"18", "A method that is unknown or removed gets -32601 when it comes with a good envelope; on legacy -32600."},
		[2]string{"19", "Bad params get -32602, a capability that the client lacks -32021, a handler's failure -32603, all without a lock; on legacy the envelope gets -32600."},
		[2]string{"20", "A legacy method without an envelope runs on legacy, and gets -32602 anywhere else."},
		[2]string{"21", "An unknown method without an envelope gets -32601, except on modern: there the missing envelope counts, -32602."},
		[2]string{"22", "ping without an envelope is answered while open and on legacy, and gets -32602 on modern."},
		[2]string{"23", "A listen with a good envelope is acknowledged, which locks modern, and stays pending; on legacy it gets -32600."},
		[2]string{"24", "A listen with a bad filter, one too many, or where none is served gets -32602, -32603 or -32601; on legacy -32600."},
		[2]string{"25", "A listen without an envelope gets -32602; on legacy it is an unknown method, -32601."},
		[2]string{"26", "A request whose id is in flight gets -32600 with that id, in every era."},
		[2]string{"27", "A legacy client is served from the InitializeResult on; its notifications/initialized, or else its first later request, lets the server send requests of its own."},
		[2]string{"31", "A cancel is ignored when it names an initialize, a discover, an id that is unknown or done, or is malformed."},
		[2]string{"32", "Any other notification may reach a handler once an era is chosen, and is dropped before."},
	)
}

func policies() []Clause {
	return own("policies",
		[2]string{"OpeningRequest", "The first request decides as it is admitted, by whether it has an envelope, even if it fails; an enveloped initialize is left out."},
		[2]string{"ProbeWindow", "A message decides as it is admitted, before a probe even a notification; server/discover only opens a window, and the legacy side is handed enveloped requests too."},
		[2]string{"Concurrent", "Nothing commits: bare requests take the legacy path and enveloped ones the modern path, side by side."},
	)
}
