package protocol

import "github.com/go-json-experiment/json/jsontext"

// Declared is a capability of which only the presence counts: a pointer to one
// encodes as {} where nil is absent. Extra holds members that a peer added, as
// one JSON object.
type Declared struct {
	Extra jsontext.Value `json:",embed"`
}

// ServerCapabilities is what a server declares. A nil field is not declared.
type ServerCapabilities struct {
	Tools       *ToolsCapability     `json:"tools,omitzero"`
	Resources   *ResourcesCapability `json:"resources,omitzero"`
	Prompts     *PromptsCapability   `json:"prompts,omitzero"`
	Logging     *Declared            `json:"logging,omitzero"`
	Completions *Declared            `json:"completions,omitzero"`
	// Extensions maps extension ids (see [ValidExtensionID]) to their settings
	// objects. Modern only.
	Extensions   map[string]jsontext.Value `json:"extensions,omitzero"`
	Experimental map[string]jsontext.Value `json:"experimental,omitzero"`
	// Extra holds the members that this package does not know, as one object.
	Extra jsontext.Value `json:",embed"`
}

// ToolsCapability is declared by a server that has tools.
type ToolsCapability struct {
	// ListChanged: changes of the list are announced.
	ListChanged bool           `json:"listChanged,omitzero"`
	Extra       jsontext.Value `json:",embed"`
}

// ResourcesCapability is declared by a server that has resources.
type ResourcesCapability struct {
	// Subscribe: single resources can be watched.
	Subscribe bool `json:"subscribe,omitzero"`
	// ListChanged: changes of the list are announced.
	ListChanged bool           `json:"listChanged,omitzero"`
	Extra       jsontext.Value `json:",embed"`
}

// PromptsCapability is declared by a server that has prompts.
type PromptsCapability struct {
	// ListChanged: changes of the list are announced.
	ListChanged bool           `json:"listChanged,omitzero"`
	Extra       jsontext.Value `json:",embed"`
}

// Has reports whether the server declared c. It is false for what only a
// client can declare.
func (s *ServerCapabilities) Has(c Capability) bool {
	switch c {
	case "":
		return true
	case CapTools:
		return s.Tools != nil
	case CapToolsListChanged:
		return s.Tools != nil && s.Tools.ListChanged
	case CapResources:
		return s.Resources != nil
	case CapResourcesListChanged:
		return s.Resources != nil && s.Resources.ListChanged
	case CapResourcesSubscribe:
		return s.Resources != nil && s.Resources.Subscribe
	case CapPrompts:
		return s.Prompts != nil
	case CapPromptsListChanged:
		return s.Prompts != nil && s.Prompts.ListChanged
	case CapCompletions:
		return s.Completions != nil
	case CapLogging:
		return s.Logging != nil
	}
	return false
}
