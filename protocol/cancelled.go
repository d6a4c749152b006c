package protocol

import "github.com/go-json-experiment/json/jsontext"

// CancelledParams are the params of notifications/cancelled.
type CancelledParams struct {
	// RequestID is the id of the request that ends, as its sender wrote it.
	// Always present on modern.
	RequestID jsontext.Value `json:"requestId,omitzero"`
	Reason    string         `json:"reason,omitzero"` // for a log
	Meta      Meta           `json:"_meta,omitzero"`
}
