package protocol

import (
	"encoding/base64"
	"errors"
)

// Resource is an entry of a resources/list, or the target of a link.
type Resource struct {
	URI         string       `json:"uri"`
	Name        string       `json:"name"`
	Title       string       `json:"title,omitzero"` // for display
	Description string       `json:"description,omitzero"`
	MIMEType    string       `json:"mimeType,omitzero"`
	Size        *int64       `json:"size,omitzero"` // bytes before any encoding
	Annotations *Annotations `json:"annotations,omitzero"`
	Icons       []Icon       `json:"icons,omitempty"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// ResourceTemplate is an entry of a resources/templates/list.
type ResourceTemplate struct {
	URITemplate string       `json:"uriTemplate"` // RFC 6570
	Name        string       `json:"name"`
	Title       string       `json:"title,omitzero"` // for display
	Description string       `json:"description,omitzero"`
	MIMEType    string       `json:"mimeType,omitzero"` // if all that fit have the same
	Annotations *Annotations `json:"annotations,omitzero"`
	Icons       []Icon       `json:"icons,omitempty"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// ResourceContents is what a resource holds: Text or Blob, exactly one of
// which is set, though it may be empty. [TextContents] and [BlobContents]
// build them.
type ResourceContents struct {
	URI      string  `json:"uri"`
	MIMEType string  `json:"mimeType,omitzero"`
	Text     *string `json:"text,omitzero"`
	Blob     *string `json:"blob,omitzero"` // base64, as it is on the wire; see Bytes
	Meta     Meta    `json:"_meta,omitzero"`
}

// TextContents returns the contents of a text resource.
func TextContents(uri, mimeType, text string) ResourceContents {
	return ResourceContents{URI: uri, MIMEType: mimeType, Text: &text}
}

// BlobContents returns the contents of a binary resource.
func BlobContents(uri, mimeType string, data []byte) ResourceContents {
	return ResourceContents{URI: uri, MIMEType: mimeType, Blob: new(base64.StdEncoding.EncodeToString(data))}
}

// Bytes returns the contents: the text, or the decoded blob.
func (c ResourceContents) Bytes() ([]byte, error) {
	switch {
	case c.Text != nil:
		return []byte(*c.Text), nil
	case c.Blob != nil:
		return base64.StdEncoding.DecodeString(*c.Blob)
	}
	return nil, errors.New("resource contents have neither text nor blob")
}

// ListResourcesResult is the answer to resources/list.
type ListResourcesResult struct {
	CacheableResult
	Resources []Resource `json:"resources"`
	Page
}

// ListResourceTemplatesResult is the answer to resources/templates/list.
type ListResourceTemplatesResult struct {
	CacheableResult
	ResourceTemplates []ResourceTemplate `json:"resourceTemplates"`
	Page
}

// ReadResourceParams are the params of resources/read.
type ReadResourceParams struct {
	URI string `json:"uri"`
	Answers
	Meta Meta `json:"_meta,omitzero"`
}

// ReadResourceResult is the answer to resources/read. For a resource that does
// not exist the answer is [ResourceNotFound], never empty contents (S-RES-5).
type ReadResourceResult struct {
	CacheableResult
	Contents []ResourceContents `json:"contents"`
}

// SubscribeParams are the params of resources/subscribe and
// resources/unsubscribe. Legacy only; modern clients listen.
type SubscribeParams struct {
	URI  string `json:"uri"`
	Meta Meta   `json:"_meta,omitzero"`
}

// ResourceUpdatedParams are the params of notifications/resources/updated. On
// a listen Meta has its id.
type ResourceUpdatedParams struct {
	URI  string `json:"uri"`
	Meta Meta   `json:"_meta,omitzero"`
}
