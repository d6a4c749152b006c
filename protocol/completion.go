package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MaxCompletionValues is how many values one completion may have (S-COMP-2).
const MaxCompletionValues = 100

// CompleteParams are the params of completion/complete.
type CompleteParams struct {
	Ref      Reference          `json:"ref"`
	Argument CompletionArgument `json:"argument"`
	Context  *CompletionContext `json:"context,omitzero"`
	Meta     Meta               `json:"_meta,omitzero"`
}

// CompletionArgument is the argument to complete and what it is so far.
type CompletionArgument struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// CompletionContext holds the arguments that are known already.
type CompletionContext struct {
	Arguments map[string]string `json:"arguments,omitzero"`
}

// A ReferenceType says what a [Reference] refers to.
type ReferenceType string

const (
	ReferencePrompt   ReferenceType = "ref/prompt"
	ReferenceResource ReferenceType = "ref/resource"
)

// Reference says whose argument is to be completed.
type Reference struct {
	Type  ReferenceType
	Name  string // of the prompt
	Title string // of the prompt, for display
	URI   string // of the resource, or the template of URIs
}

type (
	promptReference struct {
		Type  ReferenceType `json:"type"`
		Name  string        `json:"name"`
		Title string        `json:"title,omitzero"`
	}
	resourceReference struct {
		Type ReferenceType `json:"type"`
		URI  string        `json:"uri"`
	}
)

// MarshalJSONTo writes the members that the type has.
func (r Reference) MarshalJSONTo(enc *jsontext.Encoder) error {
	switch r.Type {
	case ReferencePrompt:
		return json.MarshalEncode(enc, &promptReference{r.Type, r.Name, r.Title})
	case ReferenceResource:
		return json.MarshalEncode(enc, &resourceReference{r.Type, r.URI})
	}
	return fmt.Errorf("%w: %q is no type of reference", ErrMalformed, r.Type)
}

// UnmarshalJSONFrom reads a reference of any type; one that is neither keeps
// only its type.
func (r *Reference) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var members struct {
		promptReference
		URI string `json:"uri"`
	}
	if err := json.UnmarshalDecode(dec, &members); err != nil {
		return err
	}
	*r = Reference{Type: members.Type}
	switch r.Type {
	case ReferencePrompt:
		r.Name, r.Title = members.Name, members.Title
	case ReferenceResource:
		r.URI = members.URI
	}
	return nil
}

var (
	_ json.MarshalerTo     = Reference{}
	_ json.UnmarshalerFrom = (*Reference)(nil)
)

// CompleteResult is the answer to completion/complete.
type CompleteResult struct {
	Result
	Completion Completion `json:"completion"`
}

// Completion is the values that an argument could take, best first.
type Completion struct {
	Values  []string `json:"values"`           // at most MaxCompletionValues
	Total   *int64   `json:"total,omitzero"`   // how many there are in all, if known
	HasMore bool     `json:"hasMore,omitzero"` // there are more than Values
}
