package properties

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

const (
	drainTimeout = time.Minute
	// handOff is longer than a server needs to find somebody else who reads.
	handOff = 5 * time.Millisecond
)

// rig is a server that can be played with, and the model's view of it.
type rig struct {
	srv    *server.Server
	alone  bool // every line leaves in a write of its own
	sys    *model.System
	naps   bool                    // where handlers run in place, or the client stalls, time must pass
	tamper func([]said) []said     // a test of the test: what it claims to have heard; may be nil
	lines  map[string]said         // what was heard before
	frames map[Sample][]byte       // what was said before
	saw    func(*model.Transition) // what the model went through; may be nil
}

// newRig makes a server with a policy, where handlers run by a strategy.
func newRig(p model.Policy, grace bool, st server.Strategy) *rig {
	options := []server.Option{server.WithPolicy(p), server.WithStrategy(st), server.WithMaxSubscriptions(2),
		server.WithMaxLineBytes(SampleLimit), server.WithDrainTimeout(drainTimeout)}
	if grace {
		options = append(options, server.WithDiscoverGrace())
	}
	sys := model.NewSystem(p, grace, model.MaxRequests)
	// ProbeWindow passes some lines to handlers without a gate, whose answers may
	// overtake what comes in the same write.
	return &rig{srv: gatedServer(options...), sys: sys, naps: st != server.Goroutines, alone: p == model.ProbeWindow, lines: map[string]said{}, frames: map[Sample][]byte{}}
}

// play does acts to one connection, inside a bubble, and holds the whole output
// against the model after each.
func (r *rig) play(t *testing.T, acts []act) (err error) {
	synctest.Test(t, func(*testing.T) { err = r.run(acts) })
	return err
}

// run does acts inside the bubble that is there.
func (r *rig) run(acts []act) error {
	p := r.open()
	defer p.stop()
	return p.all(acts)
}

// playing is one connection being played with.
type playing struct {
	*rig
	expected
	conn   *server.Conn
	in     *io.PipeWriter
	out    *sink
	gates  *gates
	doors  [model.MaxRequests]*gate
	busy   [model.MaxRequests]bool // its handler is the blocked writer
	called int
	held   []byte
	over   chan struct{}
	heard  []said
	done   []act
}

func (r *rig) open() *playing {
	pr, pw := io.Pipe()
	p := &playing{rig: r, expected: expected{ledger: newLedger(r.sys, 0), saw: r.saw}, in: pw, out: newSink(), gates: &gates{all: map[int]*gate{}}, over: make(chan struct{})}
	conn, err := r.srv.Open(context.WithValue(context.Background(), gatesKey{}, p.gates), server.Over(pr, p.out))
	if err != nil {
		panic(err)
	}
	p.conn = conn
	go func() {
		_ = conn.Wait()
		close(p.over)
	}()
	return p
}

func (p *playing) all(acts []act) error {
	for _, a := range acts {
		if !p.do(a) {
			continue
		}
		p.done = append(p.done, a)
		if len(p.held) > 0 {
			continue
		}
		p.handOver()
		p.settle()
		if err := p.check(); err != nil {
			return fmt.Errorf("%w\n%s", err, p.story())
		}
	}
	return nil
}

// settle lets the server do all that it can do without another act.
func (p *playing) settle() {
	synctest.Wait()
	if p.naps || p.stalled {
		time.Sleep(handOff)
		synctest.Wait()
	}
}

// recognise is hear with a memory: servers repeat themselves.
func (r *rig) recognise(line []byte) said {
	s, known := r.lines[string(line)]
	if !known {
		s = hear(line)
		r.lines[string(line)] = s
	}
	return s
}

// lineOf is s.Line with a memory: clients do, too.
func (r *rig) lineOf(s Sample) []byte {
	line, known := r.frames[s]
	if !known {
		line = s.Line()
		r.frames[s] = line
	}
	return line
}

var errHeard = errors.New("the server does not say what the model says")

// check holds everything that was said so far against the model, and where the
// connection stands.
func (p *playing) check() error {
	for _, line := range p.out.from(len(p.heard)) {
		p.heard = append(p.heard, p.recognise(line))
	}
	heard := p.heard
	if p.tamper != nil {
		heard = p.tamper(heard)
	}
	if !p.agrees(heard) {
		return errHeard
	}
	ended := p.world.OutputClosed && !p.blocked
	select {
	case <-p.over:
		if !ended {
			return errors.New("the connection has ended too early")
		}
		return nil
	default:
	}
	if ended {
		return errors.New("the connection does not end")
	}
	return p.stands()
}

// stop lets every goroutine of the bubble end; one that is left would hide
// what was found by a panic.
func (p *playing) stop() {
	p.out.set(func() { p.out.stalled = false })
	for _, g := range p.gates.all {
		close(g.orders)
	}
	p.in.Close()
	<-p.over
}
