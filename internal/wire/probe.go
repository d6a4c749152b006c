package wire

import (
	"github.com/eralock/eralock/protocol"
	"github.com/go-json-experiment/json/jsontext"
)

type rawValue = jsontext.Value

// ProbeVerdict is what the answer to a server/discover says about the server.
type ProbeVerdict uint8

const (
	// ProbeUsable: a DiscoverResult that can be used (rules B2, B12).
	ProbeUsable ProbeVerdict = iota
	// ProbeUnusable: an object that has resultType or supportedVersions, and
	// is no usable DiscoverResult: modern, but broken (rules B12).
	ProbeUnusable
	// ProbeNotModern: a result with neither, or no object (rules B14).
	ProbeNotModern
	// ProbeUnsupported: a well-formed -32022 (rules B3, decisions K14).
	ProbeUnsupported
	// ProbeRefused: a well-formed -32020 or -32021, also modern (rules B12).
	ProbeRefused
	// ProbeError: any other error (rules B4).
	ProbeError
)

var probeNames = [...]string{"usable", "unusable", "not modern", "unsupported", "refused", "error"}

func (v ProbeVerdict) String() string { return probeNames[v] }

// A Probe is the answer to a server/discover.
type Probe struct {
	Verdict ProbeVerdict
	// Versions is what the server says it serves: supportedVersions of a
	// ProbeUsable, supported of a ProbeUnsupported. It may be empty.
	Versions []string
	// Discover is the result of a ProbeUsable.
	Discover *protocol.DiscoverResult
	// Err is the server's error, or why a result is ProbeUnusable.
	Err error
}

// ReadProbe judges the answer to a server/discover: a frame that is InResult,
// InError, or InInvalid with the id of the probe. What to do about it, and which versions are mutual, is the
// negotiation's business.
func ReadProbe(f *Frame) Probe {
	if f.failure.present() {
		return readProbeError(f)
	}
	raw := f.Result()
	var marks struct {
		ResultType        rawValue `json:"resultType"`
		SupportedVersions rawValue `json:"supportedVersions"`
	}
	if raw.Kind() != '{' || protocol.Unmarshal(raw, &marks) != nil ||
		marks.ResultType == nil && marks.SupportedVersions == nil {
		return Probe{Verdict: ProbeNotModern}
	}
	result, err := protocol.ParseDiscoverResult(raw)
	if err != nil {
		return Probe{Verdict: ProbeUnusable, Err: err}
	}
	return Probe{Verdict: ProbeUsable, Versions: result.SupportedVersions, Discover: result}
}

func readProbeError(f *Frame) Probe {
	e, ok := ReadError(f)
	if !ok {
		return Probe{Verdict: ProbeError}
	}
	probe := Probe{Verdict: ProbeError, Err: e}
	if data, ok := e.UnsupportedVersionData(); ok {
		probe.Verdict, probe.Versions = ProbeUnsupported, data.Supported
	} else if e.IsModern() {
		probe.Verdict = ProbeRefused
	}
	return probe
}
