package check

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/eralock/eralock/internal/proc"
	"github.com/eralock/eralock/internal/trace"
)

// maxAnswer is the longest line that a peer may write, in bytes.
const maxAnswer = 16 << 20

// conn is one process of the peer, with everything it says on record.
type conn struct {
	proc *proc.Proc
	rec  *trace.Recorder

	mu      sync.Mutex
	lines   []message
	ended   int           // the record at which its output ended, or -1
	changed chan struct{} // closed and replaced with each line
	sent    []byte        // all that was written
	spoke   bool          // a message came
	junk    int           // lines before it that were none
	gaveUp  string        // why this is no server; see hopeless
}

// open starts a process. Whoever opens it calls close.
func open(opt *Options) (*conn, error) {
	cmd := exec.Command(opt.Command[0], opt.Command[1:]...)
	cmd.Env = opt.environment()
	p, err := proc.Start(cmd, proc.Options{Stderr: opt.Stderr, Linger: -1})
	if err != nil {
		return nil, err
	}
	c := &conn{proc: p, rec: trace.NewRecorder(), ended: -1, changed: make(chan struct{})}
	go c.read(p.Stdout())
	return c, nil
}

func (c *conn) read(r io.Reader) {
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 64<<10), maxAnswer)
	for scan.Scan() {
		line := bytes.Clone(scan.Bytes())
		c.mu.Lock()
		m := read(line)
		m.record = c.rec.Received(line)
		m.at = c.rec.Elapsed()
		c.lines = append(c.lines, m)
		why := c.hopeless(&m)
		if why != "" {
			c.giveUp(why)
		}
		c.wake()
		c.mu.Unlock()
		if why != "" {
			return
		}
	}
	note := "it ended its output"
	err := scan.Err()
	c.mu.Lock()
	defer c.mu.Unlock()
	if errors.Is(err, bufio.ErrTooLong) {
		c.giveUp(fmt.Sprintf("it wrote a line of more than %d MiB", maxAnswer>>20))
		return
	}
	if err != nil {
		note += ": " + err.Error()
	}
	c.ended = c.rec.Mark(note)
	c.wake()
}

func (c *conn) wake() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// write sends frames in one write, and notes where and when.
func (c *conn) write(frames []*frame) {
	var data []byte
	for _, f := range frames {
		data = append(data, f.line...)
	}
	c.mu.Lock()
	c.sent = append(c.sent, data...)
	c.mu.Unlock()
	record, at := c.rec.Sent(data), c.rec.Elapsed()
	for _, f := range frames {
		f.record, f.at = record, at
	}
	if _, err := c.proc.Stdin().Write(data); err != nil {
		c.rec.Mark("it takes no more input: " + err.Error())
	}
}

// await waits until what was read satisfies ok, the output ends, d has passed,
// or ctx is done. It reports ok's last word.
func (c *conn) await(ctx context.Context, d time.Duration, ok func([]message) bool) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		c.mu.Lock()
		done, ended, changed := ok(c.lines), c.ended >= 0, c.changed
		c.mu.Unlock()
		if done || ended {
			return done
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// endInput closes the server's input and returns the mark's place.
func (c *conn) endInput() int {
	at := c.rec.Mark("end of input")
	c.proc.Stdin().Close()
	return at
}

// awaitExit waits for the process to end by itself, and ends it otherwise. It
// returns once everything it wrote has been read.
func (c *conn) awaitExit(ctx context.Context, d time.Duration) (byItself bool) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.proc.Exited():
		byItself = true
	case <-timer.C:
	case <-ctx.Done():
	}
	if !byItself {
		c.rec.Mark(fmt.Sprintf("still running %.1f s later: killed", d.Seconds()))
	}
	c.close()
	return byItself
}

// close ends the process, if it has not ended, and waits for its last line.
func (c *conn) close() {
	c.proc.Kill()
	<-c.proc.Exited()
	c.await(context.Background(), time.Second, func([]message) bool { return false })
}

// up reports whether the process has said anything.
func (c *conn) up() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.lines) > 0
}

// heard is what was read so far.
func (c *conn) heard() []message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.lines)
}

// given says why the conversation was given up, "" if it was not.
func (c *conn) given() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gaveUp
}

// endedAt is the record at which the output ended, or -1.
func (c *conn) endedAt() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}
