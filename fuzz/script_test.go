package fuzz

import (
	"bytes"
	"testing"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
	"github.com/eralock/eralock/protocol"
)

// A script is text. Its first line are options: the digit of a policy, and
// letters. Every other line is either what a client sends, or begins with ! and
// is a move: a letter and a digit, which request it is about.
var letters = map[byte]properties.MoveKind{
	'x': properties.Cancel, 'w': properties.Write, 'r': properties.Result, 'f': properties.Fail, 'p': properties.Progress,
	'c': properties.Change, 'e': properties.EndListen, 'o': properties.Overflow, 'a': properties.Announce,
	'k': properties.Ask, 'K': properties.AskPing, 'y': properties.Answer, 'n': properties.Refusal, 't': properties.Timeout,
	'z': properties.Leftover, 'E': properties.EOF, 'C': properties.Close, 'D': properties.Deadline, 'B': properties.Broken,
}

func scriptOptions(line []byte) (o machine.ServerOptions) {
	o.MaxListens = 2
	for _, c := range line {
		switch c {
		case '0', '1', '2', '3', '4':
			o.Policy = model.Policy(c - '0')
		case 'g':
			o.DiscoverGrace = true
		case 's':
			o.SilentLegacyCancel = true
		case 'f':
			o.SilentFaults = true
		case 'l':
			o.MaxListens = 1
		case 'm':
			o.MaxInFlight = 2
		}
	}
	return o
}

// maxMoves bounds a script: what is longer teaches nothing new.
const maxMoves = 300

// FuzzScript: whatever lines a client sends and whatever a server does, in
// whatever order, the session is a state of the model, says what the model says,
// and keeps every invariant. It is FuzzServerSession with the reader, the parser
// and the classifier in front, and readable corpora. See properties.Twin.
func FuzzScript(f *testing.F) {
	for _, s := range scripts() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		first, rest, _ := bytes.Cut(script, []byte("\n"))
		twin := properties.NewTwin(scriptOptions(first))
		bounds := wire.Limits{MaxLine: properties.SampleLimit, MaxDepth: frameDepth}
		reader, parser := wire.NewReader(bytes.NewReader(rest), bounds), wire.NewParser(bounds)
		for range maxMoves {
			line, err := reader.Next()
			if err != nil {
				return
			}
			if err := twin.Play(moveOf(parser, line)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// moveOf is what a line of a script means.
func moveOf(parser *wire.Parser, line wire.Line) properties.Move {
	if len(line.Text) > 1 && line.Text[0] == '!' {
		if kind, ok := letters[line.Text[1]]; ok {
			m := properties.Move{Kind: kind}
			if len(line.Text) > 2 {
				m.Nth = int(line.Text[2]) & 7
			}
			return m
		}
	}
	var f wire.Frame
	parser.Parse(line, &f)
	m := properties.Move{Kind: properties.Read}
	m.Class, _ = wire.Classify(&f, frameConfig)
	about := f.AnswerID()
	switch m.Class {
	case model.ClassCancelled:
		about = f.RequestID()
	case model.ClassInitialize:
		if hello, err := protocol.ParseInitializeParams(f.Params()); err == nil {
			m.Old = protocol.ErrorsNeedID(hello.ProtocolVersion)
		}
	}
	key, _ := wire.CanonicalID(about, nil)
	m.ID = string(key)
	return m
}
