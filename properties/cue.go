package properties

import "github.com/eralock/eralock/model"

// A cue is one thing that is done to a server under test. It says what, not
// whether it is possible: a player makes of it what it can, so that a list of
// steps keeps its meaning when some of them are taken out.
type cue struct {
	do    doing
	class model.Class // of a line
	role  role        // of a call
	id    string      // of a line: raw
	nth   int         // which request it is about, modulo their number
	form  form
	held  bool // of a line: it leaves in one write with the next
}

type doing uint8

const (
	doLine    doing = iota
	doCancel        // of a request that was said
	doAwait         // its answer, or the acknowledgement
	doBarrier       // a request that is answered at once, and its answer
	doPause         // what should not come has time to come
	doStall         // the client stops reading
	doResume
	doEnd // of input
)

// role is what a call is for: which tool it calls.
type role uint8

const (
	roleList role = iota // tools/list
	roleSlow
	roleProgress
	roleChange
)

// form is how the bytes of a line are put on the wire. A server must not care.
type form uint8

const (
	formPlain  form = iota
	formCRLF        // S-FRAME-1: the carriage return is white space of JSON
	formSpaces      // around the object
	formBlank       // an empty line before
	formHalves      // two writes, cut anywhere
	formTail        // two writes: all but the newline, and the newline
	formBytes       // a write for every byte
	forms
)

func everyForm() (all []form) {
	for f := range forms {
		all = append(all, f)
	}
	return all
}

// ids of every kind, some of them alike.
var ids = []string{`1`, `"1"`, `0`, `""`, `"0"`, `-7`, `"é\u00e9"`, `9007199254740991`, `"a b/c\\\""`, `2`}

// put is a line in a form, as writes; an empty one is a moment.
func (f form) put(line []byte, nth int) [][]byte {
	body := line[:max(len(line)-1, 0)]
	switch f {
	case formCRLF:
		return [][]byte{append(append([]byte(nil), body...), "\r\n"...)}
	case formSpaces:
		return [][]byte{append(append([]byte(" \t"), body...), " \n"...)}
	case formBlank:
		return [][]byte{append([]byte("\n"), line...)}
	case formHalves:
		if cut := (1 + nth*7919) % max(len(line), 1); cut > 0 {
			return [][]byte{line[:cut], nil, line[cut:]}
		}
	case formTail:
		return [][]byte{body, nil, line[len(body):]}
	case formBytes:
		var all [][]byte
		for i := range line {
			all = append(all, line[i:i+1])
		}
		return all
	}
	return [][]byte{line}
}
