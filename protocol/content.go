package protocol

import (
	"encoding/base64"

	"github.com/go-json-experiment/json/jsontext"
)

// A ContentType says which kind of block a [Content] is.
type ContentType string

const (
	TypeText         ContentType = "text"
	TypeImage        ContentType = "image"
	TypeAudio        ContentType = "audio"         // since 2025-03-26
	TypeResource     ContentType = "resource"      // an embedded resource
	TypeResourceLink ContentType = "resource_link" // since 2025-06-18

	// In sampling messages only.
	TypeToolUse    ContentType = "tool_use"
	TypeToolResult ContentType = "tool_result"
)

// Content is one block of a tool result, a prompt or a sampling message. Type
// decides which of the other fields count and are written; [Text], [Image],
// [Audio], [EmbeddedResource] and [ResourceLink] build the usual ones.
//
// A block of a type that is not listed above is kept whole in Raw. A block
// that cannot be written exactly, such as one without a Type or a link without
// its Link, is an error when it is encoded.
type Content struct {
	Type ContentType
	// Text is the text of a text block.
	Text string
	// Data is the base64 text of an image or audio block, as it is on the
	// wire; see Bytes.
	Data string
	// MIMEType is the media type of an image or audio block.
	MIMEType string
	// Resource is the content of a resource block.
	Resource *ResourceContents
	// Link is the target of a resource_link block. Its annotations and _meta
	// are the link's own, not those below.
	Link *Resource
	// ToolUse is the call of a tool_use block.
	ToolUse *ToolUse
	// ToolResult is the outcome in a tool_result block.
	ToolResult *ToolResult
	// Annotations are those of a text, image, audio or resource block.
	Annotations *Annotations
	// Meta is the _meta of any block but a resource_link.
	Meta Meta
	// Raw is the whole block, if Type is unknown here.
	Raw jsontext.Value
}

// Text returns a text block.
func Text(text string) Content { return Content{Type: TypeText, Text: text} }

// Image returns an image block with the bytes of the image.
func Image(data []byte, mimeType string) Content {
	return Content{Type: TypeImage, Data: base64.StdEncoding.EncodeToString(data), MIMEType: mimeType}
}

// Audio returns an audio block with the bytes of the recording.
func Audio(data []byte, mimeType string) Content {
	return Content{Type: TypeAudio, Data: base64.StdEncoding.EncodeToString(data), MIMEType: mimeType}
}

// EmbeddedResource returns a resource block.
func EmbeddedResource(contents ResourceContents) Content {
	return Content{Type: TypeResource, Resource: &contents}
}

// ResourceLink returns a resource_link block.
func ResourceLink(resource Resource) Content {
	return Content{Type: TypeResourceLink, Link: &resource}
}

// Bytes decodes Data.
func (c Content) Bytes() ([]byte, error) { return base64.StdEncoding.DecodeString(c.Data) }

// Annotations tell a client how to use something. They are hints from the
// server, not facts.
type Annotations struct {
	Audience     []Role   `json:"audience,omitempty"`
	Priority     *float64 `json:"priority,omitzero"`     // 0 (optional) to 1 (required)
	LastModified string   `json:"lastModified,omitzero"` // ISO 8601
}

// A Role is who says something.
type Role string

const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// ToolUse is a model's wish to call a tool.
type ToolUse struct {
	ID    string
	Name  string
	Input jsontext.Value // an object; nil is written as {}
}

// ToolResult is what the tool that a [ToolUse] named came to.
type ToolResult struct {
	ToolUseID         string
	Content           []Content
	StructuredContent jsontext.Value
	IsError           bool
}
