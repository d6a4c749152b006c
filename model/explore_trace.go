package model

import (
	"fmt"
	"strings"
)

// A Violation is a broken invariant and a shortest way to break it.
type Violation struct {
	Invariant Invariant
	Trace     []TraceStep // of a server's connection
	Exchange  []Line      // of a client, or of a pair
}

// A TraceStep is one move of a trace, its requests numbered in the order in
// which they were read.
type TraceStep struct {
	Move    Move
	Request int // what Move is about; 0: no request
	Out     []TraceFrame
	Era     EraState // after the move
}

// A TraceFrame is one frame that went out.
type TraceFrame struct {
	Frame   Frame
	Request int // 0: no request that is known
	Was, Is EraState
}

// violation plays the way to the flaw again. The slots of its last moves are
// those of the canonical worlds they start from.
func (x *walk) violation() *Violation {
	p := player{sys: x.sys}
	p.world, _ = x.sys.Start().Canonical()
	for _, m := range append(x.path(x.flaw.node), x.flaw.then...) {
		p.play(m)
	}
	c := x.flaw.claim
	return &Violation{Invariant: Invariant{Name: c.Name, Says: c.Says, Ref: c.Ref}, Trace: p.steps}
}

// player numbers the requests of a run that walks from canonical world to
// canonical world, where slots change their places.
type player struct {
	sys    *System
	world  World
	number [MaxRequests]int
	read   int
	steps  []TraceStep
}

func (p *player) play(m Move) {
	if m.Asks() {
		p.read++
	}
	about := 0
	switch {
	case m.Asks() && m.Slot >= 0:
		p.number[m.Slot] = p.read
		about = p.read
	case m.Asks():
		about = p.read
	case m.Slot >= 0:
		about = p.number[m.Slot]
	}
	after, out := p.sys.Step(p.world, m, nil)
	step := TraceStep{Move: m, Request: about, Era: after.Era}
	for _, e := range out {
		f := TraceFrame{Frame: e.Frame, Was: e.Was, Is: e.Is}
		switch {
		case e.Slot >= 0:
			f.Request = p.number[e.Slot]
		case m.Asks(), m.Kind == MoveDuplicate:
			f.Request = about
		}
		step.Out = append(step.Out, f)
	}
	p.steps = append(p.steps, step)
	w, order := after.Canonical()
	var number [MaxRequests]int
	for i, from := range order {
		number[i] = p.number[from]
	}
	p.world, p.number = w, number
}

// String is the trace as an exchange in two columns: the client on the left,
// the server with its handlers on the right.
func (v *Violation) String() string {
	return fmt.Sprintf("%s (%s): %s\n%s", v.Invariant.Name, v.Invariant.Ref, v.Invariant.Says, columns(v.Lines()))
}

// Lines is the trace line by line.
func (v *Violation) Lines() []Line {
	lines := v.Exchange
	for _, s := range v.Trace {
		label := s.Move.Label(-1)
		if s.Request > 0 {
			label = s.Move.Label(s.Request)
		}
		if s.Move.Client() {
			lines = append(lines, Line{Side: OnClient, Frame: true, Text: strings.TrimPrefix(label, "> ")})
		} else {
			lines = append(lines, Line{Side: OnServer, Text: label})
		}
		for _, f := range s.Out {
			lines = append(lines, Line{Side: OnServer, Frame: true, Text: f.words()})
		}
	}
	return lines
}

func (f TraceFrame) words() string {
	words := f.Frame.String()
	if f.Request > 0 {
		words += fmt.Sprintf(" #%d", f.Request)
	}
	if f.Was != f.Is {
		words += fmt.Sprintf("   [%s -> %s]", eraStates[f.Was], eraStates[f.Is])
	}
	return words
}
