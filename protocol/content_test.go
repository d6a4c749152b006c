package protocol_test

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// What cannot be written exactly is an error, not half a block.
func TestIncompleteContent(t *testing.T) {
	for name, c := range map[string]protocol.Content{
		"no type":                  {Text: "x"},
		"unknown type without raw": {Type: "video"},
		"resource without one":     {Type: protocol.TypeResource},
		"link without one":         {Type: protocol.TypeResourceLink},
		"link with foreign meta":   {Type: protocol.TypeResourceLink, Link: &protocol.Resource{}, Meta: protocol.Meta(`{}`)},
		"link with foreign notes":  {Type: protocol.TypeResourceLink, Link: &protocol.Resource{}, Annotations: &protocol.Annotations{}},
		"tool use without one":     {Type: protocol.TypeToolUse},
		"tool result without one":  {Type: protocol.TypeToolResult},
		"tool use with notes":      {Type: protocol.TypeToolUse, ToolUse: &protocol.ToolUse{}, Annotations: &protocol.Annotations{}},
		"tool result with notes":   {Type: protocol.TypeToolResult, ToolResult: &protocol.ToolResult{}, Annotations: &protocol.Annotations{}},
	} {
		_, err := protocol.Marshal(c)
		require.ErrorIs(t, err, protocol.ErrMalformed, name)
	}
}

func TestContentIsRead(t *testing.T) {
	for text, want := range map[string]protocol.Content{
		`{"text":"late","type":"text"}`:                              protocol.Text("late"),
		`{"type":"\u0074ext","text":"escaped"}`:                      protocol.Text("escaped"),
		`{ "type" : "text", "text":"spaced"}`:                        protocol.Text("spaced"),
		`{"type":"text","text":"x","data":5,"n":[]}`:                 protocol.Text("x"),
		`{"type":"text"}`:                                            protocol.Text(""),
		`{"type":"text","text":"\ud800"}`:                            protocol.Text("\ufffd"),
		`{"type":"resource"}`:                                        {Type: protocol.TypeResource, Resource: &protocol.ResourceContents{}},
		`{"type":"resource","resource":null}`:                        {Type: protocol.TypeResource, Resource: &protocol.ResourceContents{}},
		`{"type":"Text","text":7}`:                                   {Type: "Text", Raw: raw(`{"type":"Text","text":7}`)},
		`{"text":"no type"}`:                                         {Raw: raw(`{"text":"no type"}`)},
		`{"type":"resource_link","uri":"a","name":"b","_meta":null}`: protocol.ResourceLink(protocol.Resource{URI: "a", Name: "b"}),
	} {
		got := protocol.Text("stale")
		require.NoError(t, protocol.Unmarshal([]byte(text), &got), text)
		require.Empty(t, cmp.Diff(want, got), text)
	}
	for _, text := range []string{`null`, `5`, `[]`, `"text"`, `{"type":5}`, `{"type":"text","text":5}`, `{"type":"image","data":[]}`} {
		var c protocol.Content
		require.Error(t, protocol.Unmarshal([]byte(text), &c), text)
	}
}

func TestContentBytes(t *testing.T) {
	data := []byte{0, 1, 255, 254}
	for _, c := range []protocol.Content{protocol.Image(data, "image/png"), protocol.Audio(data, "audio/wav")} {
		got, err := c.Bytes()
		require.NoError(t, err)
		require.Equal(t, data, got)
	}
	_, err := protocol.Content{Type: protocol.TypeImage, Data: "?"}.Bytes()
	require.Error(t, err)

	got, err := protocol.BlobContents("a", "", data).Bytes()
	require.NoError(t, err)
	require.Equal(t, data, got)
	got, err = protocol.TextContents("a", "", "x").Bytes()
	require.NoError(t, err)
	require.Equal(t, []byte("x"), got)
	_, err = protocol.ResourceContents{}.Bytes()
	require.Error(t, err)
}

func TestBlocks(t *testing.T) {
	one := `{"type":"text","text":"a"}`
	for text, want := range map[string]string{
		one:                         one,
		`[` + one + `]`:             one, // the form that every version reads
		`[]`:                        `[]`,
		`[` + one + `,` + one + `]`: `[` + one + `,` + one + `]`,
	} {
		b := protocol.Blocks{protocol.Text("stale"), protocol.Text("stale")}
		require.NoError(t, protocol.Unmarshal([]byte(text), &b))
		got, err := protocol.Marshal(b)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	require.Error(t, protocol.Unmarshal([]byte(`"a"`), new(protocol.Blocks)))
}

func TestReferences(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"ref/prompt","name":""}`:              `{"type":"ref/prompt","name":""}`,
		`{"type":"ref/prompt","name":"a","uri":"x"}`:   `{"type":"ref/prompt","name":"a"}`,
		`{"name":"a","uri":"x","type":"ref/resource"}`: `{"type":"ref/resource","uri":"x"}`,
		`{"type":"ref/resource"}`:                      `{"type":"ref/resource","uri":""}`,
	} {
		r := protocol.Reference{Name: "stale", Title: "stale", URI: "stale"}
		require.NoError(t, protocol.Unmarshal([]byte(text), &r))
		got, err := protocol.Marshal(r)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	var r protocol.Reference
	require.NoError(t, protocol.Unmarshal([]byte(`{"type":"ref/tool","name":"x"}`), &r))
	require.Equal(t, protocol.Reference{Type: "ref/tool"}, r)
	_, err := protocol.Marshal(r)
	require.ErrorIs(t, err, protocol.ErrMalformed)
}
