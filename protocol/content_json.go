package protocol

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MarshalJSONTo writes the block as its type wants it.
func (c Content) MarshalJSONTo(enc *jsontext.Encoder) error {
	end := blockEnd{c.Annotations, c.Meta}
	switch c.Type {
	case TypeText:
		return json.MarshalEncode(enc, &textBlock{c.Type, c.Text, end})
	case TypeImage, TypeAudio:
		return json.MarshalEncode(enc, &mediaBlock{c.Type, c.Data, c.MIMEType, end})
	case TypeResource:
		if c.Resource != nil {
			return json.MarshalEncode(enc, &resourceBlock{c.Type, c.Resource, end})
		}
	case TypeResourceLink:
		if c.Link != nil && c.Annotations == nil && c.Meta.IsZero() {
			return json.MarshalEncode(enc, &linkBlock{c.Type, *c.Link})
		}
	case TypeToolUse:
		if u := c.ToolUse; u != nil && c.Annotations == nil {
			return json.MarshalEncode(enc, &toolUseBlock{c.Type, u.ID, u.Name, objectOr(u.Input, "{}"), c.Meta})
		}
	case TypeToolResult:
		if r := c.ToolResult; r != nil && c.Annotations == nil {
			return json.MarshalEncode(enc, &toolResultBlock{c.Type, r.ToolUseID, r.Content, r.StructuredContent, r.IsError, c.Meta})
		}
	default:
		if c.Raw != nil {
			return enc.WriteValue(c.Raw)
		}
	}
	return fmt.Errorf("%w: content of type %q has not the fields of its type", ErrMalformed, c.Type)
}

// UnmarshalJSONFrom reads a block of any type.
func (c *Content) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if !isObject(raw) {
		return fmt.Errorf("%w: a content block must be an object", ErrMalformed)
	}
	var head struct {
		Type ContentType `json:"type"`
	}
	if leading, ok := leadingType(raw); ok {
		head.Type = leading
	} else if err := json.Unmarshal(raw, &head, dec.Options()); err != nil {
		return ofBlock(err)
	}
	*c = Content{Type: head.Type}
	return ofBlock(c.decode(raw, dec.Options()))
}

// ofBlock has the decoder say where the block is: it would take an error of the
// library's for its own, with the place as it is in the whole text.
func ofBlock(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrMalformed, err)
}

// leadingType reads the type where nearly every sender writes it, first and
// without spaces or escapes: that spares a pass over the block.
func leadingType(raw jsontext.Value) (ContentType, bool) {
	rest, ok := bytes.CutPrefix(raw, []byte(`{"type":"`))
	name, _, closed := bytes.Cut(rest, []byte(`"`))
	if !ok || !closed || bytes.IndexByte(name, '\\') >= 0 {
		return "", false
	}
	return ContentType(name), true
}

func (c *Content) decode(raw jsontext.Value, options json.Options) (err error) {
	switch c.Type {
	case TypeText:
		var b textBlock
		err = json.Unmarshal(raw, &b, options)
		c.Text, c.Annotations, c.Meta = b.Text, b.Annotations, b.Meta
	case TypeImage, TypeAudio:
		var b mediaBlock
		err = json.Unmarshal(raw, &b, options)
		c.Data, c.MIMEType, c.Annotations, c.Meta = b.Data, b.MIMEType, b.Annotations, b.Meta
	case TypeResource:
		b := resourceBlock{Resource: new(ResourceContents)}
		err = json.Unmarshal(raw, &b, options)
		c.Resource, c.Annotations, c.Meta = orNew(b.Resource), b.Annotations, b.Meta
	case TypeResourceLink:
		var b linkBlock
		err = json.Unmarshal(raw, &b, options)
		c.Link = &b.Resource
	case TypeToolUse:
		var b toolUseBlock
		err = json.Unmarshal(raw, &b, options)
		c.ToolUse, c.Meta = &ToolUse{b.ID, b.Name, b.Input}, b.Meta
	case TypeToolResult:
		var b toolResultBlock
		err = json.Unmarshal(raw, &b, options)
		c.ToolResult, c.Meta = &ToolResult{b.ToolUseID, b.Content, b.StructuredContent, b.IsError}, b.Meta
	default:
		c.Raw = slices.Clone(raw)
	}
	return err
}

var (
	_ json.MarshalerTo     = Content{}
	_ json.UnmarshalerFrom = (*Content)(nil)
)

// objectOr returns v, or an empty object of some kind for the nil value.
func objectOr(v jsontext.Value, empty string) jsontext.Value {
	if v == nil {
		return jsontext.Value(empty)
	}
	return v
}
