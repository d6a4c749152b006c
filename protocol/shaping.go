package protocol

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// ForVersion returns the tool as a peer of the version can read it. On legacy
// an output schema that is not of type object is left out, below 2025-06-18
// any: older clients lose the whole list otherwise (decisions A7).
func (t Tool) ForVersion(version string) Tool {
	switch {
	case t.OutputSchema == nil:
	case !HasStructuredContent(version),
		StructuredContentIsObject(version) && !isObjectSchema(t.OutputSchema):
		t.OutputSchema = nil
	}
	return t
}

// SetLegacy implements [EraResult]. It replaces Tools if one of them needs
// another shape.
func (r *ListToolsResult) SetLegacy(version string) {
	r.CacheableResult.SetLegacy(version)
	shared := true
	for i, tool := range r.Tools {
		shaped := tool.ForVersion(version)
		if (shaped.OutputSchema == nil) == (tool.OutputSchema == nil) {
			continue
		}
		if shared {
			r.Tools, shared = slices.Clone(r.Tools), false
		}
		r.Tools[i] = shaped
	}
}

// SetLegacy implements [EraResult]. Structured content that is no object, or
// any below 2025-06-18, goes as text only (decisions A7): it becomes the
// content if there is none.
func (r *CallToolResult) SetLegacy(version string) {
	r.Result.SetLegacy(version)
	if r.StructuredContent == nil || HasStructuredContent(version) && isObject(r.StructuredContent) {
		return
	}
	if len(r.Content) == 0 {
		r.Content = []Content{Text(string(r.StructuredContent))}
	}
	r.StructuredContent = nil
}

func isObjectSchema(schema jsontext.Value) bool {
	var root struct {
		Type jsontext.Value `json:"type"`
	}
	if !isObject(schema) || Unmarshal(schema, &root) != nil {
		return false
	}
	var name string
	return root.Type.Kind() == '"' && Unmarshal(root.Type, &name) == nil && name == "object"
}
