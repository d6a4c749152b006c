package fuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// states are how a connection stands when the line comes: the frame that brought
// it there, and the column of the ladder.
var states = []struct {
	name    string
	opening []byte
	column  func(*rung) cell
}{
	{"open", nil, func(r *rung) cell { return r.open }},
	{"legacy", properties.Sample{Class: model.ClassInitialize, ID: "0", Version: "2025-11-25"}.Line(), func(r *rung) cell { return r.legacy }},
	{"modern", properties.Sample{Class: model.ClassDiscover, ID: "0"}.Line(), func(r *rung) cell { return r.modern }},
}

// FuzzLadder: the classifier puts every line on the rung of the decision ladder
// on which encoding/json finds it, and the server does with it what the ladder
// says for each state of a connection.
func FuzzLadder(f *testing.F) {
	for _, line := range rungLines() {
		for state := range states {
			f.Add(line, uint8(state))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, state uint8) {
		lines := naiveLines(data, limits.MaxLine)
		if len(lines) == 0 {
			return
		}
		line := lines[0] // the others do not count
		data, _, _ = bytes.Cut(data, []byte("\n"))
		facts := factsOf(line, limits.MaxDepth)
		if loneSurrogate(line.text) {
			return // encoding/json takes them all for one character
		}
		r := rungOf(&facts)
		classified(t, r, &facts)
		if naiveDepth(line.text) <= limits.MaxDepth {
			answered(t, r, &facts, data, int(state)%len(states))
		}
	})
}

func loneSurrogate(text []byte) bool { return strings.Contains(strings.ToLower(string(text)), `\ud`) }

// classified holds the classifier against the rung.
func classified(t *testing.T, r *rung, facts *facts) {
	var f wire.Frame
	line := wire.Line{Text: facts.text}
	if facts.long {
		line = wire.Line{Long: true}
	}
	wire.NewParser(limits).Parse(line, &f)
	class, refusal := wire.Classify(&f, config())
	require.Equal(t, r.class, class, "row %s, not %s: %q", r.row, class, facts.text)
	if facts.kind == '{' && !facts.long && !facts.unreadable {
		require.Equal(t, string(facts.answerID()), string(f.AnswerID()), "%q", facts.text)
	}
	if refusal.Message == "" {
		return
	}
	require.Equal(t, r.open.code(), int(refusal.Code), "row %s: %q", r.row, facts.text)
	checkRefusalData(t, &refusal, facts)
}

// checkRefusalData: a -32022 lists what is served and repeats what was asked for
// (decisions E9), a broken envelope lists what is served.
func checkRefusalData(t *testing.T, refusal *wire.Refusal, facts *facts) {
	var data struct {
		Supported []string `json:"supported"`
		Requested *string  `json:"requested"`
	}
	if refusal.Data != nil {
		require.NoError(t, json.Unmarshal(refusal.Data, &data), "%q", facts.text)
	}
	if refusal.Code == protocol.CodeUnsupportedVersion {
		require.Equal(t, protocol.ModernVersions(), data.Supported, "%q", facts.text)
		want, _ := textOf(facts.meta[protocol.KeyProtocolVersion])
		require.NotNil(t, data.Requested, "%q", facts.text)
		require.Equal(t, want, *data.Requested, "%q", facts.text)
	}
}

// answered holds what the server writes against the cell of the rung.
func answered(t *testing.T, r *rung, facts *facts, line []byte, state int) {
	inBubble(t, func(t *testing.T) {
		var out bytes.Buffer
		in := append(bytes.Clone(states[state].opening), line...)
		require.NoError(t, ladderServer().Serve(context.Background(), server.Over(bytes.NewReader(in), &out)))
		lines := naive(out.Bytes())
		if state > 0 {
			require.NotEmpty(t, lines, "the opening is answered")
			lines = lines[1:]
		}
		checkCell(t, states[state].column(r), r, facts, lines)
	})
}

func checkCell(t *testing.T, c cell, r *rung, facts *facts, lines [][]byte) {
	const about = "row %s: %q was answered %q"
	var responses []response
	for _, l := range lines {
		var m response
		require.NoError(t, json.Unmarshal(l, &m), about, r.row, facts.text, l)
		if m.Method == "" {
			responses = append(responses, m)
		}
	}
	if c == ignored {
		require.Empty(t, lines, about, r.row, facts.text, lines)
		return
	}
	require.Len(t, responses, 1, about, r.row, facts.text, lines)
	got := responses[0]
	if !facts.long {
		id := facts.answerID()
		if c.anonymous() {
			id = nil
		}
		require.Equal(t, string(id), string(got.ID), about, r.row, facts.text, lines)
	}
	if c != served {
		require.Len(t, lines, 1, about, r.row, facts.text, lines)
		require.NotNil(t, got.Error, about, r.row, facts.text, lines)
		require.Equal(t, c.code(), got.Error.Code, about, r.row, facts.text, lines)
	} else if got.Error != nil {
		require.NotContains(t, []int{invalid, noMethod, versions, unparsed}, got.Error.Code, about, r.row, facts.text, lines)
	}
}

type response struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Error  *struct {
		Code int `json:"code"`
	} `json:"error"`
}

// ladderServer serves what the ladder takes for known.
func ladderServer() *server.Server {
	return fuzzServer(server.WithPolicy(model.FirstFrame), server.WithDrainTimeout(time.Second))
}
