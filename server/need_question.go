package server

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// A question is one request to the client, not yet in any version's shape.
type question interface {
	method() string
	// requires lists the capabilities without which it must not be asked.
	requires(v revision) []protocol.Capability
	// shape checks the params and encodes them as v has them.
	shape(v revision) (jsontext.Value, error)
}

// A revision is what the request that asks is served in.
type revision struct {
	version string
	modern  bool
}

// before reports whether v is a legacy revision older than the named one.
func (v revision) before(version string) bool { return !v.modern && v.version < version }

// errNotYet reports a question that the negotiated version does not know.
var errNotYet = errors.New("the client's version of the protocol does not know it")

type rootsList struct{}

func (rootsList) method() string { return protocol.MethodRootsList }

func (rootsList) requires(revision) []protocol.Capability {
	return []protocol.Capability{protocol.CapRoots}
}

// shape leaves the params out, as every version allows.
func (rootsList) shape(revision) (jsontext.Value, error) { return nil, nil }

type elicitation struct {
	params protocol.ElicitParams
	bad    error // the schema does not encode
}

func (elicitation) method() string { return protocol.MethodElicit }

func (e elicitation) requires(revision) []protocol.Capability {
	if e.params.Mode == protocol.ElicitURL {
		return []protocol.Capability{protocol.CapElicitationURL}
	}
	return []protocol.Capability{protocol.CapElicitationForm}
}

func (e elicitation) shape(v revision) (jsontext.Value, error) {
	p := e.params
	if e.bad != nil {
		return nil, e.bad
	}
	if v.before(protocol.Version20250618) || p.Mode == protocol.ElicitURL && v.before(protocol.Version20251125) {
		return nil, errNotYet
	}
	switch p.Mode {
	case "", protocol.ElicitForm:
		if err := checkForm(p.RequestedSchema, v); err != nil {
			return nil, err
		}
		if v.before(protocol.Version20251125) {
			p.Mode = ""
		}
	case protocol.ElicitURL:
		if u, err := url.Parse(p.URL); err != nil || !u.IsAbs() {
			return nil, fmt.Errorf("%q is no absolute URL", p.URL)
		}
		if v.modern {
			p.ElicitationID = "" // legacy only
		} else if p.ElicitationID == "" {
			p.ElicitationID = rand.Text()
		}
	default:
		return nil, fmt.Errorf("unknown mode %q", p.Mode)
	}
	return protocol.Marshal(p)
}
