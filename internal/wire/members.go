package wire

import "github.com/go-json-experiment/json/jsontext"

// What params and params._meta hold, whatever the method is. A value is raw
// unless the comment says that it is unescaped.

// Name is params.name of tools/call and prompts/get, unescaped; nil if it is
// no string.
func (f *Frame) Name() []byte { return f.text(f.name) }

// Arguments are params.arguments.
func (f *Frame) Arguments() jsontext.Value { return f.raw(f.arguments) }

// URI is params.uri, unescaped; nil if it is no string.
func (f *Frame) URI() []byte { return f.text(f.uri) }

// InputResponses are params.inputResponses of a request that is sent again.
func (f *Frame) InputResponses() jsontext.Value { return f.raw(f.responses) }

// RequestState is params.requestState of a request that is sent again.
func (f *Frame) RequestState() jsontext.Value { return f.raw(f.state) }

// RequestID is params.requestId of a notifications/cancelled.
func (f *Frame) RequestID() jsontext.Value { return f.raw(f.requestID) }

// Filter is params.notifications of subscriptions/listen and of its
// acknowledgement.
func (f *Frame) Filter() jsontext.Value { return f.raw(f.filter) }

// Token is params.progressToken, of a notifications/progress.
func (f *Frame) Token() jsontext.Value { return f.raw(f.token) }

// InitializeVersion is params.protocolVersion of an initialize.
func (f *Frame) InitializeVersion() jsontext.Value { return f.raw(f.version) }

// Meta is params._meta; null counts as absent.
func (f *Frame) Meta() jsontext.Value { return f.raw(f.meta) }

// Claimed reports whether the protocolVersion key is in params._meta, whatever
// its value: the frame claims to be modern (decisions E4).
func (f *Frame) Claimed() bool { return f.claim.present() }

// Version is the protocol version that the envelope names, unescaped; nil if
// it is no string.
func (f *Frame) Version() []byte { return f.text(f.claim) }

// ClientCapabilities are those of the envelope.
func (f *Frame) ClientCapabilities() jsontext.Value { return f.raw(f.capabilities) }

// ClientInfo is that of the envelope. It is well formed in a frame that
// Classify has accepted.
func (f *Frame) ClientInfo() jsontext.Value { return f.raw(f.clientInfo) }

// LogLevel is the name of the log level that the envelope asks for, unescaped;
// nil if it is no string.
func (f *Frame) LogLevel() []byte { return f.text(f.logLevel) }

// ProgressToken is params._meta.progressToken of a request. The peer can put
// anything there; ask CanonicalID whether it is a token.
func (f *Frame) ProgressToken() jsontext.Value { return f.raw(f.progressToken) }

// SubscriptionID is the stamp of a notification that belongs to a listen.
func (f *Frame) SubscriptionID() jsontext.Value { return f.raw(f.subscriptionID) }
