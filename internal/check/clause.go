package check

// A Clause is one thing that is judged, in our own words. ID is a clause of the
// specification, or a rule of ours where the specification leaves the matter
// open. Level is how binding it is; only MUST and MUST NOT make a violation.
type Clause struct {
	ID     string
	Level  string
	Rule   string // what a server does
	Remedy string // what to do about a failure
}

// Binding reports whether breaking the clause is a violation.
func (c Clause) Binding() bool { return c.Level == "MUST" || c.Level == "MUST NOT" }

// clauses is the order of the report.
var clauses = [...]Clause{
	{"S-FRAME-2", "MUST NOT", "Nothing but messages goes to stdout, one to a line.",
		"Send logs and prints to stderr; redirect the language's standard print before any handler runs."},
	{"S-FRAME-3", "MUST", "Messages are UTF-8.", "Encode what is written as UTF-8; replace what is not before it reaches the encoder."},
	{"S-FRAME-4", "MUST", "A line is one message, not an array of messages.", "Write each message on its own line."},
	{"S-MSG-1", "MUST", "A message is JSON-RPC 2.0, and a request is answered.",
		"Write jsonrpc 2.0, a method, or an id with exactly one of result and error; answer each request."},
	{"S-RESP-1", "MUST", "An answer repeats the id of its request, type and value.",
		"Keep the id as the raw token that was read; do not decode it into a number or a string."},
	{"S-RESP-5", "MUST", "An error repeats the id of its request where one could be read.", "Read the id before anything else can fail."},
	{"S-RESP-6", "MUST", "An error has a code and a message.", "Fill both, whatever failed."},
	{"S-RESP-7", "MUST", "An error code is an integer.", "Do not put text or fractions into code."},
	{"S-MSG-8", "MUST", "A request is answered once.", "Settle a request in one place: who answers first wins, the others drop theirs."},
	{"S-MSG-7", "MUST", "Every request that is not cancelled is answered.",
		"Answer in every branch; do not let one request block the reader or the writer for the others."},

	{"S-DISC-1", "MUST", "server/discover is served.", "Register server/discover for every enveloped connection."},
	{"S-DISC-2", "MUST", "A DiscoverResult has supportedVersions, capabilities, resultType, ttlMs and cacheScope.", "Add what is missing."},
	{"S-VER-1", "MUST", "A version that is not supported is refused with -32022.",
		"Check the envelope's protocolVersion before the method, on every enveloped request: anything that is not in your list gets -32022, older revisions too."},
	{"S-STATE-1", "MUST NOT", "A request is judged by its own envelope, not by what came before it on the connection.",
		"Check the version of every request, also once the connection has settled on an era."},
	{"S-ERR-15", "MUST", "-32022 says which versions are supported and which was requested.", "Fill data.supported (strings) and data.requested (the client's string)."},
	{"S-VER-2", "MUST", "The versions in -32022 are those of server/discover.", "Build both from one list."},
	{"S-META-7", "MUST", "A request that lacks a required member of the envelope is refused with -32602.",
		"Require protocolVersion and clientCapabilities on each request; answer -32602 and name the missing key."},
	{"S-META-8", "MUST", "clientInfo is optional.", "Serve requests that do not say who the client is."},
	{"S-ERR-12", "MUST", "A method that does not exist is refused with -32601.", "Answer -32601 for every unknown method."},
	{"S-REMOVED-1", "MUST", "Methods that 2026-07-28 took out do not exist for an enveloped request.", "Answer -32601 to ping, initialize and the other removed methods when they carry an envelope."},
	{"S-ERR-4", "MUST NOT", "Codes from -32020 to -32099 mean what the specification says.", "Use only -32020, -32021 and -32022; own codes belong outside -32768 to -32000."},
	{"S-ERR-6", "MUST NOT", "-32002 is not used on 2026-07-28.", "Answer -32602 for a missing resource."},
	{"S-ERR-7", "MUST NOT", "-32042 is not used on 2026-07-28.", "Return an input_required result instead."},
	{"S-ERR-13", "MUST", "Invalid params are refused.", "Validate params before serving."},
	{"S-RESP-4", "MUST", "Every result of 2026-07-28 has resultType.", "Add resultType where results are encoded, not in each handler."},
	{"S-CACHE-1", "MUST", "Results of discover and of the lists carry ttlMs and cacheScope.", "Add both where these results are encoded."},
	{"S-CACHE-2", "MUST", "ttlMs is an integer, not negative.", "Write whole milliseconds, 0 for stale at once."},
	{"S-CACHE-3", "MUST", "cacheScope is public or private.", "Write one of the two."},
	{"S-META-12", "SHOULD", "Results of 2026-07-28 name the server in _meta.", "Add io.modelcontextprotocol/serverInfo, unless it is switched off on purpose."},
	{"S-MSG-5", "MUST NOT", "On 2026-07-28 the server sends no requests.", "Return an input_required result instead of asking the client."},
	{"S-FRAME-8", "MUST", "Whatever 2026-07-28 writes belongs to a request or to a live listen.", "Send changes only to listens."},
	{"S-LOG-2", "MUST NOT", "Log messages are sent only for a request that asked for them.", "Check the request's logLevel."},

	{"S-CANCEL-1", "MUST NOT", "After a cancel nothing more is sent for the request: no result, no error, no progress.",
		"Mark the request cancelled when the cancel is read, and check the mark in the same step that writes; a handler that fails because its context was cancelled must not be answered for."},
	{"S-CANCEL-12", "MUST", "After a listen is cancelled nothing more is sent for it.", "Drop the listen when the cancel is read; it gets no result and no events."},
	{"S-CANCEL-8", "MUST", "A cancel from the server names a listen.", "Do not cancel anything else."},
	{"S-SUB-14", "MUST", "A valid listen is acknowledged.", "Acknowledge as soon as the filter is narrowed."},
	{"S-SUB-2", "MUST", "The acknowledgement is the first frame of a listen, once.", "Register the listen for events only together with writing its acknowledgement."},
	{"S-SUB-3", "MUST NOT", "No change is sent before the acknowledgement.", "Register the listen for events only together with writing its acknowledgement."},
	{"S-SUB-5", "MUST", "The acknowledged filter is a part of the requested one.", "Narrow the filter, never widen it."},
	{"S-SUB-6", "MUST", "Every frame of a listen carries the listen's id, value and type.", "Stamp each notification of a listen with io.modelcontextprotocol/subscriptionId, the raw id token."},
	{"S-SUB-8", "MUST", "The result of a listen carries its subscriptionId.", "Add _meta with io.modelcontextprotocol/subscriptionId to it."},
	{"S-SUB-9", "MUST", "The result of a listen is its last frame.", "Take the listen out before its result is written."},
	{"S-SUB-11", "MUST NOT", "No progress is sent on a listen.", "Progress belongs to the request that gave the token."},
	{"S-SUB-12", "SHOULD", "A change is sent to the listens that asked for it.", "Publish list changes to every listen whose filter has them."},
	{"S-PROG-5", "MUST", "Progress names the token of a request in flight.", "Send progress only with a token that was given, while its request runs."},
	{"S-PROG-9", "MUST", "Progress stops with the answer.", "Close the progress channel before the answer is written."},

	{"S-ERA-7", "MUST", "A server of both eras answers a legacy client's initialize.", "Serve the handshake on a fresh connection."},
	{"S-ERA-5", "SHOULD", "A server of 2026-07-28 alone names its versions when it refuses initialize.", "Put the versions into the error's data.supported."},
	{"S-LIFE-1", "MUST", "initialize is answered with protocolVersion, capabilities and serverInfo.", "Add what is missing."},
	{"S-LIFE-2", "SHOULD NOT", "Before notifications/initialized the server sends no request but ping.", "Hold requests to the client back."},
	{"S-PING-1", "MUST", "A legacy ping is answered with an empty result.", "Answer it, even while handlers run."},
	{"S-LCANCEL-1", "MUST", "A legacy cancel names a request of the sender's own.", "Cancel only requests that you sent."},
	{"S-LCANCEL-3", "SHOULD", "After a legacy cancel work on the request stops.", "Send no progress for it."},
	{"S-LCANCEL-4", "SHOULD", "After a legacy cancel the request is not answered.", "Stay silent; old hosts that wait for an answer are a reason to differ."},
	{"S-LPROG-2", "MUST", "Legacy progress stops with the answer.", "Close the progress channel before the answer is written."},
	{"rules A21", "SHOULD", "A legacy client never sees the vocabulary of 2026-07-28.", "Leave resultType, ttlMs, cacheScope and subscriptionId out of legacy results."},

	{"S-SHUT-1", "SHOULD", "The process exits soon after the end of its input.", "End live listens and handlers, then exit; do not wait for them without a bound."},
	{"decisions C3", "SHOULD", "Requests in flight at the end of input are answered. The specification also asks for a prompt exit, so losing them is no violation.",
		"Drain for a bounded time before exiting; piped one-shot clients depend on it."},
	{"policies", "SHOULD", "The connection keeps to the era policy that the server showed.", "Decide the era in one place, in the step that writes the frame that commits it."},
}

func clauseOf(id string) Clause {
	for _, c := range clauses {
		if c.ID == id {
			return c
		}
	}
	return Clause{ID: id, Level: "MUST", Rule: "See the specification.", Remedy: "See the specification."}
}
