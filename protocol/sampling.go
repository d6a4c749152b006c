package protocol

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// CreateMessageParams are the params of sampling/createMessage: a server asks
// for a message of the client's model.
type CreateMessageParams struct {
	Messages         []SamplingMessage `json:"messages"`
	MaxTokens        int64             `json:"maxTokens"`
	SystemPrompt     string            `json:"systemPrompt,omitzero"`
	IncludeContext   string            `json:"includeContext,omitzero"` // "none", "thisServer" or "allServers"
	Temperature      *float64          `json:"temperature,omitzero"`
	StopSequences    []string          `json:"stopSequences,omitempty"`
	ModelPreferences *ModelPreferences `json:"modelPreferences,omitzero"`
	// Tools may be used by the model; only if the client declared
	// [CapSamplingTools] (S-SAMP-1).
	Tools      []Tool         `json:"tools,omitempty"`
	ToolChoice *ToolChoice    `json:"toolChoice,omitzero"`
	Metadata   jsontext.Value `json:"metadata,omitzero"` // an object for the model's provider
	Meta       Meta           `json:"_meta,omitzero"`
}

// SamplingMessage is one message to the model.
type SamplingMessage struct {
	Role    Role   `json:"role"`
	Content Blocks `json:"content"`
	Meta    Meta   `json:"_meta,omitzero"`
}

// CreateMessageResult is the answer to sampling/createMessage.
type CreateMessageResult struct {
	Role       Role   `json:"role"`
	Content    Blocks `json:"content"`
	Model      string `json:"model"`
	StopReason string `json:"stopReason,omitzero"` // such as "endTurn", "maxTokens", "toolUse"
	Meta       Meta   `json:"_meta,omitzero"`
}

// Blocks is the content of a sampling message. One block is written by itself,
// which is all that versions below 2025-11-25 can read; none or several as an
// array. Both are read.
type Blocks []Content

// MarshalJSONTo writes one block, or an array.
func (b Blocks) MarshalJSONTo(enc *jsontext.Encoder) error {
	if len(b) == 1 {
		return json.MarshalEncode(enc, &b[0])
	}
	return json.MarshalEncode(enc, []Content(b))
}

// UnmarshalJSONFrom reads one block, or an array.
func (b *Blocks) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '[' {
		return json.UnmarshalDecode(dec, (*[]Content)(b))
	}
	var one Content
	if err := json.UnmarshalDecode(dec, &one); err != nil {
		return err
	}
	*b = Blocks{one}
	return nil
}

var (
	_ json.MarshalerTo     = Blocks{}
	_ json.UnmarshalerFrom = (*Blocks)(nil)
)

// ModelPreferences say which model would suit. Priorities go from 0 to 1.
type ModelPreferences struct {
	Hints                []ModelHint `json:"hints,omitempty"` // best first
	CostPriority         *float64    `json:"costPriority,omitzero"`
	SpeedPriority        *float64    `json:"speedPriority,omitzero"`
	IntelligencePriority *float64    `json:"intelligencePriority,omitzero"`
}

// ModelHint is a part of a model's name.
type ModelHint struct {
	Name string `json:"name,omitzero"`
}

// ToolChoice says whether the model may or must use tools.
type ToolChoice struct {
	Mode string `json:"mode,omitzero"` // "auto" (what "" means), "required" or "none"
}
