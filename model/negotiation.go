package model

import "sync"

// NegotiationState is how far a client has come in finding its server's era.
type NegotiationState uint8

const (
	NegotiationIdle         NegotiationState = iota
	NegotiationProbing                       // server/discover sent
	NegotiationReprobing                     // the server is settled as modern; probing once more
	NegotiationInitialising                  // initialize sent
	NegotiationModern
	NegotiationLegacy
	NegotiationFailed
)

// NegotiationEvent is what the client wants or what the server answers.
type NegotiationEvent uint8

const (
	NegotiationOnStart            NegotiationEvent = iota // the first call, or a restart
	NegotiationOnDiscovered                               // a usable DiscoverResult with a mutual modern version
	NegotiationOnLegacyOnly                               // a usable DiscoverResult whose only mutual version is legacy
	NegotiationOnNoOverlap                                // a usable DiscoverResult without a mutual version
	NegotiationOnUnusable                                 // an object with modern marks that is no usable DiscoverResult
	NegotiationOnUnmarked                                 // a result with neither supportedVersions nor resultType
	NegotiationOnVersionRefused                           // well-formed -32022 with a mutual modern version
	NegotiationOnVersionsForeign                          // well-formed -32022 without one
	NegotiationOnModernError                              // well-formed -32020 or -32021
	NegotiationOnOtherError                               // any other error
	NegotiationOnTimeout                                  // no answer in time
	NegotiationOnExit                                     // the process ended
	NegotiationOnInitialized                              // an InitializeResult with an acceptable version
	NegotiationOnInitializeFailed                         // any other answer to initialize, or none in time
	NegotiationOnInitializeModern                         // initialize answered with -32022: a modern server
	NegotiationOnKnownModern                              // the start, with a stored DiscoverResult
	NegotiationOnKnownLegacy                              // the start, with the stored verdict that the server is legacy
	NegotiationOnSilence                                  // no answer in time, and the probe may be sent again
	NegotiationOnUnsent                                   // our own host keeps us from writing what comes next
	NegotiationOnBroken                                   // the pipe is of no use any more, though the process has not ended
)

// NegotiationEffect is the client's next move.
type NegotiationEffect uint8

const (
	NegotiationDoNothing      NegotiationEffect = iota
	NegotiationDoProbe                          // send server/discover
	NegotiationDoReprobe                        // send server/discover with an advertised version
	NegotiationDoInitialize                     // send initialize
	NegotiationDoRestart                        // start the process again, then initialize
	NegotiationDoSettleModern                   // release the waiting calls, with envelopes
	NegotiationDoSettleLegacy                   // send notifications/initialized, then release
	NegotiationDoFail                           // fail the waiting calls, stop the process
	NegotiationDoSwitch                         // -32022 on a call: take a mutual version, send again
	NegotiationDoApply                          // a later discover answer: take over what it says
)

// NegotiationTable is the table of one mode.
type NegotiationTable = Table[NegotiationState, NegotiationEvent, NegotiationEffect]

// NegotiationRow is a row of it.
type NegotiationRow = Row[NegotiationState, NegotiationEvent, NegotiationEffect]

// A Mode says which eras a client may end up in.
type Mode uint8

const (
	ModeAuto   Mode = iota // probe, fall back; the default
	ModeModern             // probe, never fall back
	ModeLegacy             // initialize, never probe
)

var modeNames = [...]string{"auto", "modern", "legacy"}

func (m Mode) String() string { return modeNames[m] }

// Modes lists all modes, the default first.
func Modes() []Mode { return []Mode{ModeAuto, ModeModern, ModeLegacy} }

// ParseMode reads a mode's name.
func ParseMode(name string) (Mode, bool) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), true
		}
	}
	return 0, false
}

// Negotiation returns the table of mode m.
func Negotiation(m Mode) *NegotiationTable { return negotiationTables[m]() }

var negotiationTables = [...]func() *NegotiationTable{
	ModeAuto: sync.OnceValue(func() *NegotiationTable {
		return negotiation("auto", "Probe with server/discover; whatever is not evidence of a modern server falls back to initialize.", autoRows())
	}),
	ModeModern: sync.OnceValue(func() *NegotiationTable {
		return negotiation("modern", "Probe with server/discover; never fall back.", modernOnly(autoRows()))
	}),
	ModeLegacy: sync.OnceValue(func() *NegotiationTable {
		return negotiation("legacy", "Initialize at once; never probe.", legacyOnly())
	}),
}

func negotiation(name, doc string, rows []NegotiationRow) *NegotiationTable {
	return New(NegotiationTable{
		Name: "Negotiation/" + name, Doc: doc, Start: NegotiationIdle,
		States: []string{"Idle", "Probing", "Reprobing", "Initialising", "Modern", "Legacy", "Failed"},
		Events: []string{"Start", "Discovered", "LegacyOnly", "NoOverlap", "Unusable", "Unmarked", "VersionRefused",
			"VersionsForeign", "ModernError", "OtherError", "Timeout", "Exit", "Initialized", "InitializeFailed", "InitializeModern",
			"KnownModern", "KnownLegacy", "Silence", "Unsent", "Broken"},
		Effects: []string{"-", "Probe", "Reprobe", "Initialize", "Restart", "SettleModern", "SettleLegacy", "Fail", "Switch", "Apply"},
		Rows:    rows,
	})
}
