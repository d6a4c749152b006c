package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// maxJunk is how many lines that are no messages a process may write before its
// first message: a server with a long banner is to be judged, and `yes` is not.
const maxJunk = 1000

// hopeless says why what a process wrote is not a server's, "" as long as it may
// be: it repeats what it is sent, writes nothing that could be a message, or
// writes a line without an end. The reader holds the lock.
func (c *conn) hopeless(m *message) string {
	switch {
	case !c.spoke && m.object != nil && bytes.Contains(c.sent, append(bytes.Clone(m.line), '\n')):
		return "it repeats what it is sent"
	case m.response() || m.method != "":
		c.spoke = true
	case !c.spoke:
		if c.junk++; c.junk >= maxJunk {
			return fmt.Sprintf("its first %d lines are no messages, such as %q", c.junk, shortened(m.line))
		}
	}
	return ""
}

// giveUp ends the conversation: nothing more is read, and nobody waits. The lock
// is held.
func (c *conn) giveUp(why string) {
	c.gaveUp = why
	c.ended = c.rec.Mark("given up: " + why)
	c.wake()
}

// onlyJunk tells what was written where nothing of it is a message.
func (e *exchange) onlyJunk() string {
	all := e.messages()
	if len(all) == 0 || slices.ContainsFunc(all, func(m message) bool { return m.response() || m.method != "" }) {
		return ""
	}
	return fmt.Sprintf("its output is no messages: it begins with %q", shortened(all[0].line))
}

func shortened(text []byte) string {
	const most = 80
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// lastWords says what a process that is no server did, and what it said on its
// standard error last.
func (r *round) lastWords(all []*exchange) string {
	for _, e := range all {
		what := e.gaveUp
		if what == "" && e.exit != "" && e.ended >= 0 && (e.closed < 0 || e.ended < e.closed) {
			what = "it ended by itself (" + e.exit + ")"
		}
		if junk := e.onlyJunk(); what == "" {
			what = junk
		} else if junk != "" && e.gaveUp == "" {
			what += "; " + junk
		}
		if what == "" {
			continue
		}
		if lines := strings.Split(strings.TrimSpace(string(e.stderr)), "\n"); lines[0] != "" {
			const most = 5
			what += "; its standard error:\n  " + strings.Join(lines[max(0, len(lines)-most):], "\n  ")
		}
		return "; " + what
	}
	return ""
}
