package properties

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/model"
)

// An act is one thing that is done to a real server. Like a Move it says what,
// not whether it is possible.
type act struct {
	kind  actKind
	class model.Class // of a line
	token string      // of a line: the raw id
	nth   int         // which request it is about, modulo their number
	deaf  bool        // of a call: its handler ignores its context
	held  bool        // of a line: it leaves in one write with the next
}

type actKind uint8

const (
	actLine     actKind = iota
	actCancel           // of a request that holds its id
	actResult           // a handler returns
	actFail             // a handler fails
	actProgress         // a handler sends progress
	actChange           // the list of tools changes
	actStall            // the client stops reading
	actResume           // and goes on
	actEndListen
	actEOF
	actClose
	actDeadline
	actBreak // the client goes away without a word
)

var actNames = [...]string{"line", "cancel", "result", "fail", "progress", "change", "stall", "resume", "end listen", "EOF", "close", "deadline", "break"}

func (a act) String() string {
	words := actNames[a.kind]
	switch a.kind {
	case actLine:
		words = fmt.Sprintf("> %s %s", a.class, a.token)
		if a.deaf {
			words += " (deaf)"
		}
	case actCancel:
		words = fmt.Sprintf("> cancel #%d", a.nth)
	case actResult, actFail, actProgress, actEndListen:
		words = fmt.Sprintf("%s #%d", words, a.nth)
	}
	if a.held {
		words += " +"
	}
	return words
}

func (a act) GoString() string { return "{" + a.String() + "}" }

// tokens are ids of every kind, some of them equal.
var tokens = []string{`1`, `"1"`, `0`, `""`, `1.0`, `9007199254740993`, `-7`, `"é\u00e9"`}

// acts generates what is done to a server, about fifty things.
func acts() *rapid.Generator[[]act] {
	var kinds []actKind
	for k, weight := range [...]int{
		actLine: 150, actCancel: 32, actResult: 24, actFail: 12, actProgress: 24, actChange: 16, actStall: 20, actResume: 14, actEndListen: 4,
		actEOF: 3, actClose: 3, actDeadline: 16, actBreak: 1,
	} {
		kinds = append(kinds, slices.Repeat([]actKind{actKind(k)}, weight)...)
	}
	kind := evenly(kinds)
	token, nth := rapid.SampledFrom(tokens), rapid.IntRange(0, 3)
	one := func(class *rapid.Generator[model.Class]) *rapid.Generator[act] {
		return rapid.Custom(func(t *rapid.T) act {
			a := act{kind: kind.Draw(t, "kind"), nth: nth.Draw(t, "nth")}
			if a.kind == actLine {
				a.class, a.token = class.Draw(t, "class"), token.Draw(t, "id")
				bits := rapid.IntRange(0, 7).Draw(t, "how")
				a.deaf, a.held = bits&1 != 0, bits > 5
			}
			return a
		})
	}
	return themed(func(c model.Class) act { return act{class: c, token: `"first"`} }, one)
}
