package check

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progress is one line that counts. On a terminal it is rewritten in place,
// elsewhere it is written now and then. Nil is silent.
type progress struct {
	w        io.Writer
	terminal bool
	began    time.Time

	mu     sync.Mutex
	played int
	failed int
	looked int
	last   time.Time
	width  int
}

// sparse is how often a line is written to what is no terminal.
const sparse = 5 * time.Second

func newProgress(w io.Writer) *progress {
	if w == nil {
		return nil
	}
	p := &progress{w: w, began: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) say(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(text, true)
}

// step counts one schedule.
func (p *progress) step(of int, v *verdict) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.played++
	for _, f := range v.faults {
		if clauseOf(f.clause).Binding() {
			p.failed++
			break
		}
	}
	p.show(fmt.Sprintf("%d of %d schedules, %d with violations", p.played, of, p.failed), p.played == of)
}

// investigated counts one clause that was looked into.
func (p *progress) investigated(of int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.looked++
	p.show(fmt.Sprintf("%d of %d findings made smaller and repeated", p.looked, of), p.looked == of)
}

func (p *progress) show(text string, now bool) {
	text = fmt.Sprintf("%5.1f s  %s", time.Since(p.began).Seconds(), text)
	if p.terminal {
		fmt.Fprintf(p.w, "\r%-*s", p.width, text)
		p.width = len(text)
		return
	}
	if now || time.Since(p.last) >= sparse {
		p.last = time.Now()
		fmt.Fprintln(p.w, text)
	}
}

// done leaves the line behind.
func (p *progress) done() {
	if p != nil && p.terminal {
		fmt.Fprintf(p.w, "\r%*s\r", p.width, "")
	}
}
