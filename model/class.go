package model

// A Class is what the bytes of one line and the configuration tell about a
// frame that a server reads: the rows of the decision ladder. What depends on
// the connection's state is not part of it.
type Class uint8

const (
	ClassBlank               Class = iota // row 1: an empty line
	ClassMalformed                        // row 2: not JSON, not UTF-8, nested too deeply
	ClassTooLong                          // row 3: over the line limit
	ClassScalar                           // row 4: JSON, but no object and no array
	ClassBatch                            // row 5: an array
	ClassBadShape                         // row 6: an object that is no JSON-RPC 2.0 message, or has duplicate keys
	ClassBadID                            // row 7: an id that is no string and no integer
	ClassBadParams                        // row 8: params that are no object
	ClassResponse                         // row 9: a result or an error for a request of ours
	ClassInitialize                       // row 10: initialize, valid, without an envelope
	ClassBadInitialize                    // row 11: initialize with bad params
	ClassClaimedInitialize                // row 12: initialize with a good envelope
	ClassDiscover                         // row 13: server/discover with a good envelope
	ClassBareDiscover                     // row 14: server/discover without an envelope
	ClassPartialEnvelope                  // row 15: an envelope that misses or garbles a required key
	ClassUnsupportedVersion               // row 16: an envelope with a version that is not served
	ClassEnveloped                        // row 17: a known modern request with a good envelope
	ClassEnvelopedUnknown                 // row 18: an unknown or removed method with a good envelope
	ClassListen                           // row 23: subscriptions/listen with a good envelope and filter
	ClassBadListen                        // row 24: subscriptions/listen with a good envelope and a bad filter
	ClassBareListen                       // row 25: subscriptions/listen without an envelope
	ClassBare                             // row 20: a legacy request without an envelope
	ClassBareUnknown                      // row 21: an unknown method without an envelope
	ClassPing                             // row 22: ping without an envelope
	ClassInitialized                      // row 27: notifications/initialized
	ClassCancelled                        // rows 28-30: notifications/cancelled with a legal requestId
	ClassBadCancelled                     // row 31: notifications/cancelled that names no legal id
	ClassNotification                     // row 32: any other notification without a claim
	ClassClaimedNotification              // row 32: any other notification with a protocolVersion claim
)

var classNames = [...]string{
	"blank", "malformed", "too long", "scalar", "batch", "bad shape", "bad id", "bad params", "response",
	"initialize", "bad initialize", "claimed initialize", "discover", "bare discover", "partial envelope",
	"unsupported version", "enveloped", "enveloped unknown", "listen", "bad listen", "bare listen", "bare",
	"bare unknown", "ping", "initialized", "cancelled", "bad cancelled", "notification", "claimed notification",
}

// Classes is the number of classes.
const Classes = len(classNames)

func (c Class) String() string { return classNames[c] }

// Request reports whether a frame of class c is a request with a legal id that
// the era decides about.
func (c Class) Request() bool { return c >= ClassInitialize && c <= ClassPing }
