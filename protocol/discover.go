package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// DiscoverResult is the answer to server/discover: what a modern server is.
// Its name is in the result's _meta, under [KeyServerInfo].
type DiscoverResult struct {
	CacheableResult
	// SupportedVersions lists the modern versions served, newest first
	// (decisions E10).
	SupportedVersions []string           `json:"supportedVersions"`
	Capabilities      ServerCapabilities `json:"capabilities"`
	Instructions      string             `json:"instructions,omitzero"` // for the model: how to use the server
}

// ParseDiscoverResult decodes the answer to a server/discover. It returns
// [ErrMalformed], naming the member, for a result that is not usable: it is
// when supportedVersions is an array of strings, resultType is absent or
// complete, and capabilities are absent, read as {}, or an object (rules B12).
// Other members that are not of their type count as absent.
func ParseDiscoverResult(raw jsontext.Value) (*DiscoverResult, error) {
	var members struct {
		SupportedVersions jsontext.Value `json:"supportedVersions"`
		Capabilities      jsontext.Value `json:"capabilities"`
	}
	resultType, err := ParseResultType(raw)
	if err != nil {
		return nil, err
	}
	if resultType != ResultComplete {
		return nil, fmt.Errorf("%w: resultType of a DiscoverResult must be complete, not %q", ErrMalformed, resultType)
	}
	if err := Unmarshal(raw, &members); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if _, err := parseStrings(members.SupportedVersions); err != nil {
		return nil, fmt.Errorf("supportedVersions: %w", err)
	}
	if members.Capabilities != nil && !isObject(members.Capabilities) {
		return nil, fmt.Errorf("%w: capabilities must be an object", ErrMalformed)
	}
	result := unmarshalTolerant[DiscoverResult](raw)
	result.Capabilities = unmarshalTolerant[ServerCapabilities](objectOr(members.Capabilities, "{}"))
	return &result, nil
}
