package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// InitializeParams are the params of initialize, which opens a legacy
// connection.
type InitializeParams struct {
	ProtocolVersion string             `json:"protocolVersion"`
	Capabilities    ClientCapabilities `json:"capabilities"`
	ClientInfo      Implementation     `json:"clientInfo"`
	Meta            Meta               `json:"_meta,omitzero"`
}

// InitializeResult is the answer. It exists on legacy only.
type InitializeResult struct {
	// ProtocolVersion is the version that the connection speaks from now on.
	ProtocolVersion string             `json:"protocolVersion"`
	Capabilities    ServerCapabilities `json:"capabilities"`
	ServerInfo      Implementation     `json:"serverInfo"`
	Instructions    string             `json:"instructions,omitzero"` // for the model: how to use the server
	Meta            Meta               `json:"_meta,omitzero"`
}

// ParseInitializeParams decodes the params of an initialize. It returns
// [ErrMalformed], naming the member, unless all that the schema requires is
// there (ladder row 11).
func ParseInitializeParams(raw jsontext.Value) (*InitializeParams, error) {
	var required struct {
		ProtocolVersion jsontext.Value `json:"protocolVersion"`
		Capabilities    jsontext.Value `json:"capabilities"`
		ClientInfo      jsontext.Value `json:"clientInfo"`
	}
	if !isObject(raw) {
		return nil, fmt.Errorf("%w: initialize needs params with protocolVersion, capabilities and clientInfo", ErrMalformed)
	}
	if err := Unmarshal(raw, &required); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if required.ProtocolVersion.Kind() != '"' {
		return nil, fmt.Errorf("%w: protocolVersion must be a string", ErrMalformed)
	}
	params := unmarshalTolerant[InitializeParams](raw)
	var err error
	if params.Capabilities, err = ParseClientCapabilities(required.Capabilities); err != nil {
		return nil, err
	}
	if params.ClientInfo, err = ParseImplementation(required.ClientInfo); err != nil {
		return nil, fmt.Errorf("clientInfo: %w", err)
	}
	return &params, nil
}

// ParseInitializeResult decodes the answer to an initialize. It returns
// [ErrMalformed] unless protocolVersion is a string and the capabilities are
// an object. A server that does not say who it is can be talked to all the
// same: a serverInfo that is missing or malformed is left zero.
func ParseInitializeResult(raw jsontext.Value) (*InitializeResult, error) {
	var members struct {
		ProtocolVersion jsontext.Value `json:"protocolVersion"`
		Capabilities    jsontext.Value `json:"capabilities"`
		ServerInfo      jsontext.Value `json:"serverInfo"`
	}
	if !isObject(raw) {
		return nil, fmt.Errorf("%w: the result of initialize must be an object", ErrMalformed)
	}
	if err := Unmarshal(raw, &members); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if members.ProtocolVersion.Kind() != '"' {
		return nil, fmt.Errorf("%w: protocolVersion must be a string", ErrMalformed)
	}
	if !isObject(members.Capabilities) {
		return nil, fmt.Errorf("%w: capabilities must be an object", ErrMalformed)
	}
	result := unmarshalTolerant[InitializeResult](raw)
	result.Capabilities = unmarshalTolerant[ServerCapabilities](members.Capabilities)
	result.ServerInfo, _ = ParseImplementation(members.ServerInfo)
	return &result, nil
}

// ParseClientCapabilities decodes the capabilities of an initialize or of a
// modern envelope. It returns [ErrMalformed] unless they are an object
// (decisions E4); a capability that is not of its type counts as not declared.
func ParseClientCapabilities(raw jsontext.Value) (ClientCapabilities, error) {
	if !isObject(raw) {
		return ClientCapabilities{}, fmt.Errorf("%w: client capabilities must be an object", ErrMalformed)
	}
	return unmarshalTolerant[ClientCapabilities](raw), nil
}
