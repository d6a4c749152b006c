package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// A progressLine shows progress: on a terminal in one line that is written over
// and disappears, elsewhere a line for each.
type progressLine struct {
	w     io.Writer
	live  bool
	shown bool
}

func newProgressLine(w io.Writer) *progressLine {
	p := &progressLine{w: w}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.live = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// withProgress shows the progress of a call while it lasts.
func withProgress[R any](std stdio, call func(client.CallOption) (R, error)) (R, error) {
	line := newProgressLine(std.err)
	defer line.done()
	return call(client.OnProgress(line.show))
}

const clearLine = "\r\x1b[K"

func (p *progressLine) show(progress protocol.ProgressParams) {
	text := progressText(progress)
	if !p.live {
		fmt.Fprintln(p.w, text)
		return
	}
	p.shown = true
	fmt.Fprint(p.w, clearLine+text)
}

// done takes the live line away, so that the result stands alone.
func (p *progressLine) done() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
	}
}

const barWidth = 20

// progressText is one line: a bar where the end is known.
func progressText(p protocol.ProgressParams) string {
	var b strings.Builder
	b.WriteString("progress ")
	if p.Total > 0 {
		done := int(min(max(p.Progress/p.Total, 0), 1) * barWidth)
		fmt.Fprintf(&b, "[%s%s] ", strings.Repeat("#", done), strings.Repeat(".", barWidth-done))
	}
	b.WriteString(plainNumber(p.Progress))
	if p.Total > 0 {
		b.WriteString(" of " + plainNumber(p.Total))
	}
	if p.Message != "" {
		fmt.Fprintf(&b, ": %s", firstLine(p.Message))
	}
	return b.String()
}

// plainNumber is a number as people write it: bytes are counted in millions. It
// is short, whatever the server counts.
func plainNumber(f float64) string {
	if size := math.Abs(f); size == 0 || size >= 1e-6 && size < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(f)
}
