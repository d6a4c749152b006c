package protocol

import "github.com/go-json-experiment/json/jsontext"

// An ElicitMode is a way to ask the user.
type ElicitMode string

const (
	ElicitForm ElicitMode = "form" // a form to fill in; what "" means
	ElicitURL  ElicitMode = "url"  // a page to visit; since 2025-11-25
)

// ElicitParams are the params of elicitation/create.
type ElicitParams struct {
	// Mode may be "" for a form, as it must be below 2025-11-25.
	Mode    ElicitMode `json:"mode,omitzero"`
	Message string     `json:"message"`
	// RequestedSchema is the JSON Schema of a form: a flat object of strings,
	// numbers, booleans and enums. Required for a form.
	RequestedSchema jsontext.Value `json:"requestedSchema,omitzero"`
	// URL is the page to visit. Required for a page.
	URL string `json:"url,omitzero"`
	// ElicitationID names a visit; on legacy it is required for a page, and
	// notifications/elicitation/complete repeats it.
	ElicitationID string `json:"elicitationId,omitzero"`
	Meta          Meta   `json:"_meta,omitzero"`
}

// An ElicitAction is what the user did.
type ElicitAction string

const (
	ElicitAccept  ElicitAction = "accept"  // agreed
	ElicitDecline ElicitAction = "decline" // said no
	ElicitCancel  ElicitAction = "cancel"  // made no choice
)

// ElicitResult is the answer to elicitation/create.
type ElicitResult struct {
	Action ElicitAction `json:"action"`
	// Content is the form as the user filled it in, an object. Only with
	// ElicitAccept.
	Content jsontext.Value `json:"content,omitzero"`
	Meta    Meta           `json:"_meta,omitzero"`
}

// ElicitationCompleteParams are the params of
// notifications/elicitation/complete. Legacy only.
type ElicitationCompleteParams struct {
	ElicitationID string `json:"elicitationId"`
	Meta          Meta   `json:"_meta,omitzero"`
}
