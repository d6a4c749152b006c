package wire

import (
	"strings"

	"github.com/eralock/eralock/protocol"
)

// gaps are what is wrong with an envelope: keys that it lacks, and keys whose
// value is not what it must be.
type gaps struct{ missing, invalid keys }

// keys are members of the envelope, as bits in the order of envelopeKeys.
type keys uint8

const (
	versionKey keys = 1 << iota
	capabilitiesKey
	clientInfoKey
	logLevelKey
)

// What an envelope can hold, and what each value must be.
var envelopeKeys = [...]struct{ name, want string }{
	{protocol.KeyProtocolVersion, "a string"},
	{protocol.KeyClientCapabilities, "an object"},
	{protocol.KeyClientInfo, "an object with the strings name and version"},
	{protocol.KeyLogLevel, "debug, info, notice, warning, error, critical, alert or emergency"},
}

func (g gaps) any() bool { return g != gaps{} }

// gaps looks at what every modern request must have (decisions E4).
func (f *Frame) gaps() (g gaps) {
	switch {
	case !f.claim.present():
		g.missing |= versionKey
	case f.kind(f.claim) != '"':
		g.invalid |= versionKey
	}
	switch {
	case !f.capabilities.present():
		g.missing |= capabilitiesKey
	case f.kind(f.capabilities) != '{':
		g.invalid |= capabilitiesKey
	}
	return g
}

// optionalGaps looks at what an envelope may have; it is judged after the
// version, which says what it must be.
func (f *Frame) optionalGaps() (g gaps) {
	if f.clientInfo.present() && !f.marks.has(clientInfoComplete) {
		g.invalid |= clientInfoKey
	}
	if f.logLevel.present() {
		if _, ok := protocol.ParseLevel(f.LogLevel()); !ok {
			g.invalid |= logLevelKey
		}
	}
	return g
}

// names lists the keys.
func (k keys) names() (names []string) {
	for i, key := range envelopeKeys {
		if k&(1<<i) != 0 {
			names = append(names, key.name)
		}
	}
	return names
}

// String lists the keys for a message.
func (k keys) String() string { return strings.Join(k.names(), " and ") }

// wants says what the values of the keys must be.
func (k keys) wants() string {
	var wants []string
	for i, key := range envelopeKeys {
		if k&(1<<i) != 0 {
			wants = append(wants, key.name+" must be "+key.want)
		}
	}
	return strings.Join(wants, ", ")
}
