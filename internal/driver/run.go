package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// Run plays a scenario against a server command and prints a line for each call
// and a last one. The error tells of a server that could not be started or an
// output that is of no use, never of how the calls went.
func Run(ctx context.Context, s *Scenario, command []string, out, stderr io.Writer) error {
	d := &driver{
		out: out, stderr: stderr, command: command,
		final: final{HandlerCalls: map[string]int{}, Notifications: []string{}},
		subs:  map[string]*client.Subscription{}, asyncs: map[string]*async{},
	}
	opts, err := d.of(s.Options)
	if err == nil {
		d.c, err = client.New(client.CommandFunc(d.spawn), opts...)
	}
	if err != nil {
		d.print(line{As: "new", Error: describe(err)})
		return d.printFinal()
	}
	for _, c := range s.Calls {
		if c.Async {
			d.start(ctx, c)
		} else {
			d.print(d.timed(ctx, c))
		}
	}
	d.look()
	if err := d.c.Close(); err != nil {
		fmt.Fprintln(stderr, err)
	}
	for _, a := range d.asyncs {
		<-a.done
	}
	if err := d.printFinal(); err != nil {
		return err
	}
	if d.cmd != nil && d.cmd.Process == nil {
		return errors.New("the server could not be started; the lines say why")
	}
	return nil
}

type driver struct {
	out, stderr io.Writer
	command     []string
	c           *client.Client

	mu     sync.Mutex
	cmd    *exec.Cmd // the latest process
	final  final
	looked bool
	broken error // what writing to out failed with

	subs   map[string]*client.Subscription
	asyncs map[string]*async
}

// spawn makes the command of one process.
func (d *driver) spawn() *exec.Cmd {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cmd = exec.Command(d.command[0], d.command[1:]...)
	d.final.Spawns++
	return d.cmd
}

func (d *driver) count(f func(*final)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f(&d.final)
}

func (d *driver) notified(n client.Notification) {
	d.count(func(f *final) { f.Notifications = append(f.Notifications, n.Method) })
}

// A line is the outcome of a call.
type line struct {
	As     string   `json:"as"`
	OK     bool     `json:"ok"`
	Result any      `json:"result,omitzero"`
	Error  *problem `json:"error,omitzero"`
	Ms     int64    `json:"ms"`
}

func (d *driver) timed(ctx context.Context, c call) line {
	if c.CancelledBefore {
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		ctx = cancelled
	}
	begun := time.Now()
	result, err := d.make(ctx, c)
	l := line{As: c.As, OK: err == nil, Result: result, Ms: time.Since(begun).Milliseconds()}
	if err != nil {
		l.Result, l.Error = nil, describe(err)
	}
	return l
}

func (d *driver) print(v any) {
	b, err := protocol.Marshal(v)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		_, err = fmt.Fprintf(d.out, "%s\n", b)
	}
	if err != nil && d.broken == nil {
		d.broken = fmt.Errorf("printing a result: %w", err)
	}
}
