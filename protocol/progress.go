package protocol

import "github.com/go-json-experiment/json/jsontext"

// ProgressParams are the params of notifications/progress.
type ProgressParams struct {
	// ProgressToken is the token of the request, a string or an integer, as
	// the peer wrote it. Required.
	ProgressToken jsontext.Value `json:"progressToken"`
	// Progress grows with every notification (S-PROG-2). It must be finite.
	Progress float64 `json:"progress"`
	Total    float64 `json:"total,omitzero"` // 0: unknown
	Message  string  `json:"message,omitzero"`
	Meta     Meta    `json:"_meta,omitzero"`
}
