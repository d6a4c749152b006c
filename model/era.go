package model

// EraState is what one connection has committed to.
type EraState uint8

const (
	EraOpen   EraState = iota // neither era yet
	EraProbed                 // only discover was answered, and that does not bind
	EraLegacy
	EraModern
)

func (s EraState) String() string { return eraStates[s] }

// EraEvent is a frame that asks to enter, or a frame of ours that is about to
// be appended to the output.
type EraEvent uint8

const (
	EraOnInitialize EraEvent = iota
	EraOnBadInitialize
	EraOnClaimedInitialize
	EraOnDiscover
	EraOnBareDiscover
	EraOnPartialEnvelope
	EraOnUnsupportedVersion
	EraOnEnveloped
	EraOnEnvelopedUnknown
	EraOnListen
	EraOnBadListen
	EraOnBareListen
	EraOnBare
	EraOnBareUnknown
	EraOnPing
	EraOnNotification
	EraOnClaimedNotification
	EraOnFrameOut      // an acknowledgement, progress or log of a modern request
	EraOnResultOut     // the result of a modern request other than discover
	EraOnDiscoverOut   // a DiscoverResult
	EraOnInitializeOut // an InitializeResult
)

// EraEffect is how the frame is received.
type EraEffect uint8

const (
	EraDoNothing        EraEffect = iota
	EraDoHandshake                // the legacy session decides
	EraDoServeLegacy              // the legacy session decides
	EraDoServeModern              // admit as a modern request
	EraDoPong                     // answer {}
	EraDoDeliver                  // hand the notification to its handler
	EraDoAnswerClass              // answer with the refusal that the classifier found
	EraDoRefuseLate               // -32022 {supported, requested}: this connection is modern
	EraDoRefuseClaim              // -32601 {supported}: initialize does not exist with an envelope
	EraDoRefuseEnvelope           // -32600: a modern envelope on a legacy connection
	EraDoRefuseBare               // -32602 naming the missing keys
	EraDoTeachBare                // -32602: neither initialize nor an envelope so far
	EraDoRefuseMethod             // -32601
	EraDoLockModern               // the frame and the lock are one step
	EraDoLockLegacy
)

var (
	eraStates = []string{"Open", "Probed", "Legacy", "Modern"}
	eraEvents = []string{
		"Initialize", "BadInitialize", "ClaimedInitialize", "Discover", "BareDiscover", "PartialEnvelope",
		"UnsupportedVersion", "Enveloped", "EnvelopedUnknown", "Listen", "BadListen", "BareListen", "Bare",
		"BareUnknown", "Ping", "Notification", "ClaimedNotification",
		"FrameOut", "ResultOut", "DiscoverOut", "InitializeOut",
	}
	eraEffects = []string{
		"-", "Handshake", "ServeLegacy", "ServeModern", "Pong", "Deliver", "AnswerClass", "RefuseLate",
		"RefuseClaim", "RefuseEnvelope", "RefuseBare", "TeachBare", "RefuseMethod", "LockModern", "LockLegacy",
	}
)

// EraEventOf is the era's event for a frame of class c; ok is false for
// classes that the era has no say about.
func EraEventOf(c Class) (e EraEvent, ok bool) {
	switch {
	case c >= ClassInitialize && c <= ClassPing:
		return EraOnInitialize + EraEvent(c-ClassInitialize), true
	case c == ClassClaimedNotification:
		return EraOnClaimedNotification, true
	case c >= ClassInitialized && c <= ClassNotification:
		return EraOnNotification, true
	}
	return 0, false
}

// EraRow is a row of an era table.
type EraRow = Row[EraState, EraEvent, EraEffect]

// EraTable is the table of one policy.
type EraTable = Table[EraState, EraEvent, EraEffect]
