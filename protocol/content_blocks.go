package protocol

import "github.com/go-json-experiment/json/jsontext"

// The blocks as they are on the wire, one struct a kind: what is required is
// always written, and nothing of another kind ever is.
type (
	blockEnd struct {
		Annotations *Annotations `json:"annotations,omitzero"`
		Meta        Meta         `json:"_meta,omitzero"`
	}
	textBlock struct {
		Type ContentType `json:"type"`
		Text string      `json:"text"`
		blockEnd
	}
	mediaBlock struct {
		Type     ContentType `json:"type"`
		Data     string      `json:"data"`
		MIMEType string      `json:"mimeType"`
		blockEnd
	}
	resourceBlock struct {
		Type     ContentType       `json:"type"`
		Resource *ResourceContents `json:"resource"`
		blockEnd
	}
	linkBlock struct {
		Type ContentType `json:"type"`
		Resource
	}
	toolUseBlock struct {
		Type  ContentType    `json:"type"`
		ID    string         `json:"id"`
		Name  string         `json:"name"`
		Input jsontext.Value `json:"input"`
		Meta  Meta           `json:"_meta,omitzero"`
	}
	toolResultBlock struct {
		Type              ContentType    `json:"type"`
		ToolUseID         string         `json:"toolUseId"`
		Content           []Content      `json:"content"`
		StructuredContent jsontext.Value `json:"structuredContent,omitzero"`
		IsError           bool           `json:"isError,omitzero"`
		Meta              Meta           `json:"_meta,omitzero"`
	}
)
