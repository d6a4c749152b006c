package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// chopped is a stream that comes in pieces: the lengths are taken from cuts, in
// turn. A length of 0 is a read that brings nothing, which a reader must bear.
type chopped struct {
	rest []byte
	cuts []byte
	next int
}

func (c *chopped) Read(b []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := len(c.rest)
	if len(c.cuts) > 0 {
		n = int(c.cuts[c.next%len(c.cuts)])
		if c.next++; c.next%64 == 0 {
			n++ // or it never ends
		}
	}
	n = copy(b, c.rest[:min(n, len(c.rest))])
	c.rest = c.rest[n:]
	return n, nil
}

const frameDepth = 16

var frameConfig = &wire.Config{Modern: protocol.ModernVersions(), Methods: map[string]wire.Eras{
	protocol.MethodToolsList: wire.InLegacy | wire.InModern, protocol.MethodToolsCall: wire.InLegacy | wire.InModern,
	protocol.MethodListen: wire.InModern,
}}

// FuzzFrames: however a stream is cut and whatever the limit is, the reader finds
// the lines that are in it, with the right id where one is too long; and the
// parser agrees with encoding/json about what is JSON, about duplicate names and
// about the members of a message, and with math/big about ids.
func FuzzFrames(f *testing.F) {
	for _, s := range streams() {
		f.Add(s, []byte{}, uint16(4096))
		f.Add(s, []byte{1}, uint16(40))
		f.Add(s, []byte{7, 0, 200}, uint16(90))
	}
	f.Fuzz(func(t *testing.T, stream, cuts []byte, limit uint16) {
		bounds := wire.Limits{MaxLine: int(limit)%4096 + 1, MaxDepth: frameDepth}
		reader, parser := wire.NewReader(&chopped{rest: stream, cuts: cuts}, bounds), wire.NewParser(bounds)
		for n, want := range naiveLines(stream, bounds.MaxLine) {
			got, err := reader.Next()
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			if got.Long != want.long || !got.Long && !bytes.Equal(got.Text, want.text) || got.Long && got.Text != nil {
				t.Fatalf("line %d: %+v, want %+v", n, got, want)
			}
			if got.Long {
				checkLong(t, got, want.text)
			}
			checkFrame(t, parser, got)
		}
		if _, err := reader.Next(); !errors.Is(err, io.EOF) {
			t.Fatalf("behind the last line: %v", err)
		}
	})
}

// checkLong holds the id of an over-long line against the whole line. About
// what is no JSON nothing is promised, but that the id is legal.
func checkLong(t *testing.T, got wire.Line, text []byte) {
	if got.ID != nil && !naiveLegalID(got.ID) {
		t.Fatalf("an id that is none: %q", got.ID)
	}
	members, ok := naiveMembers(text)
	if !ok {
		return
	}
	want := member(members, "id")
	if !naiveLegalID(want) || len(want) > 1024 {
		want = nil
	}
	if !bytes.Equal(got.ID, want) {
		t.Fatalf("id %q, want %q, of %q", got.ID, want, text)
	}
}

// checkFrame parses and classifies a line.
func checkFrame(t *testing.T, parser *wire.Parser, line wire.Line) {
	var f wire.Frame
	parser.Parse(line, &f)
	class, refusal := wire.Classify(&f, frameConfig)
	wire.ClassifyInbound(&f)
	if class >= model.ClassMalformed && class <= model.ClassBadParams && refusal.Message == "" {
		t.Fatalf("%v has no refusal: %q", class, line.Text)
	}
	checkIDs(t, &f)
	switch {
	case line.Long:
		mustBe(t, class, line.Text, model.ClassTooLong)
		return
	case line.Blank():
		mustBe(t, class, line.Text, model.ClassBlank)
		return
	case !utf8.Valid(line.Text) || !json.Valid(line.Text) || naiveDepth(line.Text) > frameDepth:
		mustBe(t, class, line.Text, model.ClassMalformed)
		return
	}
	switch bytes.TrimLeft(line.Text, " \t\r")[0] {
	case '{':
		checkObject(t, &f, class, line.Text)
	case '[':
		mustBe(t, class, line.Text, model.ClassBatch)
	default:
		mustBe(t, class, line.Text, model.ClassScalar)
	}
}

func mustBe(t *testing.T, got model.Class, text []byte, class model.Class) {
	if got != class {
		t.Fatalf("%q is %v, want %v", text, got, class)
	}
}

// checkObject compares the members. encoding/json takes lone surrogates for one
// character, so that it sees duplicates where there are none.
func checkObject(t *testing.T, f *wire.Frame, class model.Class, text []byte) {
	surrogates := strings.Contains(strings.ToLower(string(text)), `\ud`)
	if !surrogates && naiveDuplicates(text) {
		mustBe(t, class, text, model.ClassBadShape)
		return
	}
	members, _ := naiveMembers(text)
	for _, c := range []struct {
		name string
		got  []byte
	}{{"id", f.ID()}, {"result", f.Result()}, {"error", f.Failure()}} {
		if w := member(members, c.name); !bytes.Equal(c.got, w) {
			t.Fatalf("%s is %q, want %q, of %q", c.name, c.got, w, text)
		}
	}
	var method string
	if json.Unmarshal(member(members, "method"), &method) == nil && method != string(f.Method()) {
		t.Fatalf("method is %q, want %q", f.Method(), method)
	}
	if class.Request() && !naiveLegalID(f.ID()) {
		t.Fatalf("a request without a legal id: %q", text)
	}
}

// checkIDs: a canonical id is legal, and equal exactly for equal ids.
func checkIDs(t *testing.T, f *wire.Frame) {
	for _, raw := range [][]byte{f.AnswerID(), f.RequestID(), f.Token(), f.SubscriptionID(), f.ProgressToken()} {
		if raw == nil {
			continue
		}
		key, ok := wire.CanonicalID(raw, nil)
		if ok != naiveLegalID(raw) {
			t.Fatalf("id %q: legal %v", raw, ok)
		}
		if n, isNumber := naiveInteger(raw); ok && isNumber && string(key) != "n"+n.String() {
			t.Fatalf("id %q has the key %q, want n%v", raw, key, n)
		}
	}
}
