package model

import (
	"fmt"
	"strings"
)

// Side is who a line of an exchange belongs to.
type Side uint8

const (
	OnClient Side = iota
	OnServer
)

func (s Side) String() string {
	if s == OnServer {
		return "server"
	}
	return "client"
}

// A Line is one line of an exchange: a frame that a side writes, or something
// that happens on it.
type Line struct {
	Side  Side
	Frame bool
	Text  string
}

// columns prints an exchange in two columns: the client on the left, the server
// with its handlers on the right.
func columns(lines []Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %-36s %s\n", "client", "server")
	for _, l := range lines {
		text, lead := l.Text, "> "
		if l.Side == OnServer {
			lead = "< "
		}
		if l.Frame {
			text = lead + text
		} else {
			text = "(" + text + ")"
		}
		if l.Side == OnServer {
			text = fmt.Sprintf("%-36s %s", "", text)
		}
		fmt.Fprintf(&b, "  %s\n", text)
	}
	return b.String()
}
