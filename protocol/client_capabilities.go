package protocol

import "github.com/go-json-experiment/json/jsontext"

// ClientCapabilities is what a client declares. A nil field is not declared.
type ClientCapabilities struct {
	Roots       *RootsCapability       `json:"roots,omitzero"`
	Sampling    *SamplingCapability    `json:"sampling,omitzero"`
	Elicitation *ElicitationCapability `json:"elicitation,omitzero"`
	// Extensions maps extension ids (see [ValidExtensionID]) to their settings
	// objects. Modern only.
	Extensions   map[string]jsontext.Value `json:"extensions,omitzero"`
	Experimental map[string]jsontext.Value `json:"experimental,omitzero"`
	// Extra holds the members that this package does not know, as one object.
	Extra jsontext.Value `json:",embed"`
}

// RootsCapability is declared by a client that has roots.
type RootsCapability struct {
	// ListChanged: changes are announced. Legacy only (decisions K20).
	ListChanged bool           `json:"listChanged,omitzero"`
	Extra       jsontext.Value `json:",embed"`
}

// SamplingCapability is declared by a client that samples a model.
type SamplingCapability struct {
	// Tools: requests may bring tools.
	Tools *Declared `json:"tools,omitzero"`
	// Context: requests may ask for the context of servers.
	Context *Declared      `json:"context,omitzero"`
	Extra   jsontext.Value `json:",embed"`
}

// ElicitationCapability is declared by a client that asks its user. The empty
// object means forms only.
type ElicitationCapability struct {
	Form  *Declared      `json:"form,omitzero"`
	URL   *Declared      `json:"url,omitzero"`
	Extra jsontext.Value `json:",embed"`
}

// Has reports whether the client declared k. It is false for what only a
// server can declare.
func (c *ClientCapabilities) Has(k Capability) bool {
	switch k {
	case "":
		return true
	case CapRoots:
		return c.Roots != nil
	case CapRootsListChanged:
		return c.Roots != nil && c.Roots.ListChanged
	case CapSampling:
		return c.Sampling != nil
	case CapSamplingTools:
		return c.Sampling != nil && c.Sampling.Tools != nil
	case CapSamplingContext:
		return c.Sampling != nil && c.Sampling.Context != nil
	case CapElicitation:
		return c.Elicitation != nil
	case CapElicitationForm: // S-ELIC-1: an empty object is form mode
		return c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
	case CapElicitationURL:
		return c.Elicitation != nil && c.Elicitation.URL != nil
	}
	return false
}

// Declare adds k, and what k is a part of, to the capabilities. It does
// nothing for what only a server can declare. Sub-objects are shared by copies
// of c: declare before copying.
func (c *ClientCapabilities) Declare(k Capability) {
	switch k {
	case CapRoots, CapRootsListChanged:
		c.Roots = orNew(c.Roots)
		c.Roots.ListChanged = c.Roots.ListChanged || k == CapRootsListChanged
	case CapSampling:
		c.Sampling = orNew(c.Sampling)
	case CapSamplingTools:
		c.Sampling = orNew(c.Sampling)
		c.Sampling.Tools = orNew(c.Sampling.Tools)
	case CapSamplingContext:
		c.Sampling = orNew(c.Sampling)
		c.Sampling.Context = orNew(c.Sampling.Context)
	case CapElicitation:
		c.Elicitation = orNew(c.Elicitation)
	case CapElicitationForm:
		c.Elicitation = orNew(c.Elicitation)
		c.Elicitation.Form = orNew(c.Elicitation.Form)
	case CapElicitationURL:
		c.Elicitation = orNew(c.Elicitation)
		c.Elicitation.URL = orNew(c.Elicitation.URL)
	}
}

func orNew[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	return p
}
