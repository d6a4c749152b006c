package protocol

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Tool is an entry of a tools/list.
type Tool struct {
	// Name is 1 to 128 letters, digits and "_.-" (S-TOOL-7).
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"` // for display
	Description string `json:"description,omitzero"`
	// InputSchema is the JSON Schema of the arguments, of type object. Nil is
	// written as the schema of any object.
	InputSchema jsontext.Value `json:"inputSchema"`
	// OutputSchema is the JSON Schema of the structured content, if it has one.
	OutputSchema jsontext.Value   `json:"outputSchema,omitzero"`
	Annotations  *ToolAnnotations `json:"annotations,omitzero"`
	Icons        []Icon           `json:"icons,omitempty"`
	Meta         Meta             `json:"_meta,omitzero"`
	// Extra holds the members that this package does not know, as one object.
	Extra jsontext.Value `json:",embed"`
}

// MarshalJSONTo writes the tool; a schema is required (S-TOOL-6).
func (t Tool) MarshalJSONTo(enc *jsontext.Encoder) error {
	type plain Tool
	t.InputSchema = objectOr(t.InputSchema, `{"type":"object"}`)
	return json.MarshalEncode(enc, (*plain)(&t))
}

var _ json.MarshalerTo = Tool{}

// ToolAnnotations describe what a tool does. They are hints from the server,
// not facts (C-TOOL-2).
type ToolAnnotations struct {
	Title           string `json:"title,omitzero"`
	ReadOnlyHint    bool   `json:"readOnlyHint,omitzero"`    // changes nothing
	DestructiveHint *bool  `json:"destructiveHint,omitzero"` // may destroy; nil means true
	IdempotentHint  bool   `json:"idempotentHint,omitzero"`  // twice is like once
	OpenWorldHint   *bool  `json:"openWorldHint,omitzero"`   // reaches out; nil means true
}

// ListParams are the params of tools/list and the other lists.
type ListParams struct {
	// Cursor continues a list: the NextCursor of the page before. "" is a
	// cursor, nil is none (C-PAGE-7).
	Cursor *string `json:"cursor,omitzero"`
	Meta   Meta    `json:"_meta,omitzero"`
}

// Page is what the results of lists have in common.
type Page struct {
	// NextCursor continues the list; nil ends it, "" does not (C-PAGE-7).
	NextCursor *string `json:"nextCursor,omitzero"`
}

// ListToolsResult is the answer to tools/list.
type ListToolsResult struct {
	CacheableResult
	Tools []Tool `json:"tools"`
	Page
}

// CallToolParams are the params of tools/call.
type CallToolParams struct {
	Name      string         `json:"name"`
	Arguments jsontext.Value `json:"arguments,omitzero"` // an object
	Answers
	Meta Meta `json:"_meta,omitzero"`
}

// CallToolResult is the answer to tools/call.
type CallToolResult struct {
	Result
	Content []Content `json:"content"`
	// StructuredContent is a JSON value that fits the tool's output schema; an
	// object on legacy. The same as text belongs in Content too (S-TOOL-9).
	StructuredContent jsontext.Value `json:"structuredContent,omitzero"`
	// IsError: the tool ran and failed; Content tells the model how.
	IsError bool `json:"isError,omitzero"`
}
