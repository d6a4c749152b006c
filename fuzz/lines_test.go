package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
	"github.com/eralock/eralock/protocol"
)

// limits are small, so that a fuzzer can get over them.
var limits = wire.Limits{MaxLine: 512, MaxDepth: 8}

func config() *wire.Config {
	return &wire.Config{
		Modern: protocol.ModernVersions(), Limits: limits,
		Methods: map[string]wire.Eras{
			protocol.MethodToolsList: wire.InLegacy | wire.InModern,
			protocol.MethodToolsCall: wire.InLegacy | wire.InModern,
			protocol.MethodListen:    wire.InModern,
		},
	}
}

// lines reads everything with the reader under test; texts are cloned.
func lines(src io.Reader) (all []wire.Line, err error) {
	r := wire.NewReader(src, limits)
	for {
		l, err := r.Next()
		if err != nil {
			return all, err
		}
		l.Text, l.ID = bytes.Clone(l.Text), bytes.Clone(l.ID)
		all = append(all, l)
	}
}

// naive is the same without limits: what stands between the newlines.
func naive(data []byte) (all [][]byte) {
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		all, data = append(all, line), rest
	}
	return all
}

func FuzzLines(f *testing.F) {
	for c := range model.Classes {
		f.Add(properties.Sample{Class: model.Class(c), ID: "7"}.Line())
	}
	f.Add([]byte("\xEF\xBB\xBF{\"id\":1}\r\n\n \t\r\n{\"id\":\"" + string(bytes.Repeat([]byte("x"), 600)) + "\",\"id\":2}\n{\"a\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		whole, err := lines(bytes.NewReader(data))
		require.ErrorIs(t, err, io.EOF)
		split, err := lines(iotest.OneByteReader(bytes.NewReader(data)))
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, whole, split, "however the bytes are split")

		expected := naive(data)
		require.Len(t, whole, len(expected))
		p := wire.NewParser(limits)
		for i, l := range whole {
			checkLine(t, p, l, expected[i])
		}
	})
}

func checkLine(t *testing.T, p *wire.Parser, l wire.Line, raw []byte) {
	text := bytes.TrimPrefix(bytes.TrimSuffix(raw, []byte("\r")), []byte("\xEF\xBB\xBF"))
	require.Equal(t, len(text) > limits.MaxLine, l.Long, "%q", raw)
	if !l.Long {
		require.Equal(t, string(text), string(l.Text))
	}
	var f wire.Frame
	p.Parse(l, &f)
	class, refusal := wire.Classify(&f, config())
	if id := f.AnswerID(); id != nil {
		_, legal := wire.CanonicalID(id, nil)
		require.True(t, legal, "%s", id)
		require.True(t, json.Valid(id), "%s", id)
	}
	if refusal.Message != "" {
		frame := wire.AppendRefusal(nil, f.AnswerID(), refusal)
		require.True(t, json.Valid(frame), "%q", frame)
		require.Equal(t, 1, bytes.Count(frame, []byte("\n")))
	}
	if l.Long {
		require.Equal(t, model.ClassTooLong, class)
		checkLongID(t, l.ID, text)
		return
	}
	checkClass(t, class, l.Text)
}

// checkClass holds the classifier against encoding/json, where the two can be
// compared: raw bytes that are not UTF-8 and great depths are ours alone.
func checkClass(t *testing.T, class model.Class, text []byte) {
	valid := json.Valid(text)
	switch {
	case class == model.ClassBlank:
		require.Empty(t, bytes.Trim(text, " \t\r"))
	case class == model.ClassMalformed:
		require.True(t, !valid || !utf8.Valid(text) || deep(text), "refused: %q", text)
	default:
		require.True(t, valid && utf8.Valid(text), "accepted: %q", text)
	}
	var object map[string]json.RawMessage
	if class.Request() {
		require.NoError(t, json.Unmarshal(text, &object), "%q", text)
		require.Contains(t, object, "id")
	}
}

func deep(text []byte) bool {
	depth := 0
	for dec := json.NewDecoder(bytes.NewReader(text)); ; {
		tok, err := dec.Token()
		if err != nil {
			return false
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > limits.MaxDepth {
				return true
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

// checkLongID: where an over-long line is an object for encoding/json, its id
// was found exactly if it stands there once and is legal (decisions C8).
func checkLongID(t *testing.T, id, text []byte) {
	var found [][]byte
	dec := json.NewDecoder(bytes.NewReader(text))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return
	}
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return
		}
		if name == "id" {
			found = append(found, value)
		}
	}
	if _, err := dec.Token(); err != nil {
		return
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return
	}
	if id != nil {
		require.Len(t, found, 1, "%q", text)
		require.Equal(t, string(found[0]), string(id))
		return
	}
	if len(found) == 1 && len(found[0]) <= 100 {
		_, legal := wire.CanonicalID(found[0], nil)
		require.False(t, legal, "missed %s in %q", found[0], text)
	}
}
