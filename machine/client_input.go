package machine

// ClientOn says what happened to a client: its callers, its process, or a frame
// that it read.
type ClientOn uint8

const (
	ClientOnCall  ClientOn = iota // Kind, Lanes: a caller wants something
	ClientOnWrite                 // Ref: its turn has come, its frame can be handed to the pipe now

	ClientOnResult       // ID, Answer, Version: a response with a result
	ClientOnError        // ID, Answer, Version: a response with an error
	ClientOnProgress     // ID (the token): notifications/progress
	ClientOnAcknowledged // ID: the acknowledgement of a listen
	ClientOnEvent        // ID: an event of a listen
	ClientOnRemoteCancel // ID: the server's notifications/cancelled
	ClientOnPing         // a ping of the server
	ClientOnRequest      // any other request of the server

	ClientOnCancel  // Ref: the caller is done with it, or closes its subscription
	ClientOnTimeout // Ref: no answer in time
	ClientOnUnsent  // Ref: what it was to carry cannot be had; one of the session's own

	ClientOnStarted     // the process runs, or the streams are there
	ClientOnStartFailed // they cannot be had
	ClientOnLost        // the server's output has ended, the process may still be there
	ClientOnBroken      // the pipe is of no use any more, the process may still be there
	ClientOnExit        // the process is over and done
	ClientOnGrace       // the grace of the last step of the shutdown is over
	ClientOnClose       // we want no more
	ClientOnKill        // we want it gone now
)

// ClientKind is what a Ref stands for.
type ClientKind uint8

const (
	KindNone       ClientKind = iota
	KindCall                  // a request
	KindConnect               // no request: waits until the era is settled
	KindPing                  // ping; server/discover on modern (rules B11)
	KindDiscover              // server/discover asked for by a caller
	KindListen                // subscriptions/listen
	KindProbe                 // the session's own server/discover
	KindInitialize            // the session's own initialize
)

var kindNames = [...]string{"none", "call", "connect", "ping", "discover", "listen", "probe", "initialize"}

func (k ClientKind) String() string { return kindNames[k] }

// Lanes are the eras in which a request exists. Zero means both.
type Lanes uint8

const (
	OnLegacy Lanes = 1 << LegacyLane
	OnModern Lanes = 1 << ModernLane
)

// Has reports whether l includes the lane.
func (l Lanes) Has(lane Lane) bool { return l == 0 || l&(1<<lane) != 0 }

// An Answer is what the bytes of a response and the configuration tell about
// it. A call needs one only for a -32022 and for a discover answer.
type Answer uint8

const (
	AnswerPlain           Answer = iota // nothing that the session has to know
	AnswerDiscovered                    // a usable DiscoverResult; Version is the mutual modern version
	AnswerLegacyOnly                    // a usable DiscoverResult whose only mutual version is legacy
	AnswerNoOverlap                     // a usable DiscoverResult without a mutual version
	AnswerUnusable                      // an object with modern marks that is no usable DiscoverResult
	AnswerUnmarked                      // a result with neither supportedVersions nor resultType
	AnswerVersionRefused                // well-formed -32022; Version is the mutual modern version
	AnswerVersionsForeign               // well-formed -32022 without one
	AnswerVersionsUnknown               // -32022 that does not say which versions
	AnswerModernError                   // well-formed -32020 or -32021
	AnswerOtherError                    // any other error
	AnswerInitialized                   // an InitializeResult with an acceptable version
	AnswerNotInitialized                // a result of initialize that is none
)

var answerNames = [...]string{
	"plain", "discovered", "legacy only", "no overlap", "unusable", "unmarked", "version refused", "versions foreign",
	"versions unknown", "modern error", "other error", "initialized", "not initialized",
}

func (a Answer) String() string { return answerNames[a] }

// A ClientInput is one thing that happened.
type ClientInput struct {
	On     ClientOn
	Kind   ClientKind
	Lanes  Lanes
	Answer Answer
	Ref    Ref
	// ID is the integer id, or token, that a frame names: zero if it names
	// none, or one that no session mints.
	ID      uint64
	Version string
}
