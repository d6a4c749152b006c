package fuzz

import (
	"slices"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// A rung is a row of the decision ladder: which lines it is about, the class
// that the classifier has to find, and what a server of FirstFrame does where
// nothing is settled, after initialize (2025-11-25) and after server/discover.
// A line belongs to the first rung that fits: that is the order of decisions A1.
type rung struct {
	row                  string
	class                model.Class
	fits                 func(*facts) bool
	open, legacy, modern cell
}

// A cell is the code of the error that a line is answered with, under its id if
// that can be read, or one of the words below.
type cell int

const (
	ignored cell = iota // nothing is written
	served              // a result, or an error of the method's own
)

// bare is an error that never has an id.
func bare(code int) cell { return cell(code - farAway) }

const farAway = 1 << 20 // from any code

func (c cell) anonymous() bool { return c < -farAway/2 }

func (c cell) code() int {
	if c.anonymous() {
		c += farAway
	}
	return int(c)
}

const (
	unparsed = protocol.CodeParseError
	invalid  = protocol.CodeInvalidRequest
	noMethod = protocol.CodeMethodNotFound
	params   = protocol.CodeInvalidParams
	versions = protocol.CodeUnsupportedVersion
)

var ladder = []rung{
	{"3", model.ClassTooLong, func(f *facts) bool { return f.long }, invalid, invalid, invalid},
	{"1", model.ClassBlank, func(f *facts) bool { return f.blank }, ignored, ignored, ignored},
	{"2", model.ClassMalformed, func(f *facts) bool { return f.unreadable }, bare(unparsed), bare(unparsed), bare(unparsed)},
	{"5", model.ClassBatch, func(f *facts) bool { return f.kind == '[' }, bare(invalid), bare(invalid), bare(invalid)},
	{"4", model.ClassScalar, func(f *facts) bool { return f.kind != '{' }, bare(invalid), bare(invalid), bare(invalid)},
	{"6", model.ClassBadShape, misshapen, invalid, invalid, invalid},
	{"9", model.ClassResponse, (*facts).response, ignored, ignored, ignored},

	{"27", model.ClassInitialized, notifies(protocol.NotificationInitialized), ignored, ignored, ignored},
	{"31", model.ClassBadCancelled, func(f *facts) bool {
		return notifies(protocol.NotificationCancelled)(f) && !naiveLegalID(f.members["requestId"])
	}, ignored, ignored, ignored},
	{"28-31", model.ClassCancelled, notifies(protocol.NotificationCancelled), ignored, ignored, ignored},
	{"32", model.ClassClaimedNotification, func(f *facts) bool { return f.notification() && f.claimed() }, ignored, ignored, ignored},
	{"32", model.ClassNotification, (*facts).notification, ignored, ignored, ignored},

	{"7", model.ClassBadID, func(f *facts) bool { return !naiveLegalID(f.id) }, bare(invalid), bare(invalid), bare(invalid)},
	{"8", model.ClassBadParams, func(f *facts) bool { return f.paramsBroken }, params, params, params},

	{"15", model.ClassPartialEnvelope, func(f *facts) bool { return f.claimed() && !enveloped(f) }, params, invalid, params},
	{"16", model.ClassUnsupportedVersion, func(f *facts) bool { return f.claimed() && !servedVersion(f) }, versions, invalid, versions},
	{"15", model.ClassPartialEnvelope, func(f *facts) bool { return f.claimed() && brokenExtras(f) }, params, invalid, params},
	{"12", model.ClassClaimedInitialize, claims(protocol.MethodInitialize), noMethod, invalid, noMethod},
	{"13", model.ClassDiscover, claims(protocol.MethodDiscover), served, invalid, served},
	{"24", model.ClassBadListen, func(f *facts) bool {
		return claims(protocol.MethodListen)(f) && !goodFilter(f.members["notifications"])
	}, params, invalid, params},
	{"23", model.ClassListen, claims(protocol.MethodListen), served, invalid, served},
	{"17, 19", model.ClassEnveloped, func(f *facts) bool { return f.claimed() && slices.Contains(modernMethods, f.name) }, served, invalid, served},
	{"18", model.ClassEnvelopedUnknown, (*facts).claimed, noMethod, invalid, noMethod},

	{"11", model.ClassBadInitialize, func(f *facts) bool { return f.name == protocol.MethodInitialize && (f.metaBroken || !goodHello(f)) }, params, invalid, versions},
	{"10", model.ClassInitialize, func(f *facts) bool { return f.name == protocol.MethodInitialize }, served, invalid, versions},
	{"8", model.ClassBadParams, func(f *facts) bool { return f.metaBroken }, params, params, params},
	{"14", model.ClassBareDiscover, func(f *facts) bool { return f.name == protocol.MethodDiscover }, params, noMethod, params},
	{"22", model.ClassPing, func(f *facts) bool { return f.name == protocol.MethodPing }, served, served, params},
	{"20", model.ClassBare, func(f *facts) bool { return slices.Contains(legacyMethods, f.name) }, params, served, params},
	{"25", model.ClassBareListen, func(f *facts) bool { return slices.Contains(modernMethods, f.name) }, params, noMethod, params},
	{"21", model.ClassBareUnknown, func(*facts) bool { return true }, noMethod, noMethod, params},
}

// What the fuzzed server serves.
var (
	legacyMethods = []string{protocol.MethodToolsList, protocol.MethodToolsCall}
	modernMethods = []string{protocol.MethodToolsList, protocol.MethodToolsCall, protocol.MethodListen}
)

// rungOf climbs the ladder.
func rungOf(f *facts) *rung {
	i := slices.IndexFunc(ladder, func(r rung) bool { return r.fits(f) })
	return &ladder[i]
}
