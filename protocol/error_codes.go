package protocol

// JSON-RPC 2.0 codes, the same in both eras.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603
)

// Modern codes. -32020 to -32099 mean only what is defined here (S-ERR-4, S-ERR-5).
const (
	// CodeHeaderMismatch is of HTTP; a client recognises it all the same.
	CodeHeaderMismatch = -32020
	// CodeMissingCapability: the request needs a capability that the client
	// did not declare. Data is [MissingCapabilityData].
	CodeMissingCapability = -32021
	// CodeUnsupportedVersion: the version asked for is not served. Data is
	// [UnsupportedVersionData].
	CodeUnsupportedVersion = -32022
)

// Legacy codes, never written on a modern connection (S-ERR-6, S-ERR-7).
const (
	// CodeRequestCancelled answers a cancelled request (rules A13).
	CodeRequestCancelled = 0
	// CodeConnectionClosed answers what the end of input left unfinished
	// (decisions C3).
	CodeConnectionClosed = -32000
	// CodeResourceNotFound became CodeInvalidParams on modern.
	CodeResourceNotFound = -32002
	// CodeURLElicitationRequired became an input_required result on modern.
	CodeURLElicitationRequired = -32042
)
