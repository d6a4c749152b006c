package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/eralock/eralock/model"
)

const proveAbout = `Run the proof: walk the worlds of the server, of the client's negotiation and of
both together, then change every row of every table, one at a time, and see who
notices. The last line is the summary. It takes a minute or two.
`

func runProve(_ context.Context, std stdio, args []string) int {
	fs := flags("prove", "prove [flags]", proveAbout)
	page := fs.String("page", "", "compare the figures with `FILE`, and fail when it is stale")
	write := fs.Bool("write", false, "write the -page instead")
	only := fs.String("world", "", "walk only the `WORLD` server, negotiation or product, and change nothing")
	if code, done := parse(std, fs, args); done {
		return code
	}
	switch {
	case fs.NArg() > 0:
		return usage(std, "prove", "unexpected argument %q", fs.Arg(0))
	case *only != "" && *only != "server" && *only != "negotiation" && *only != "product":
		return usage(std, "prove", "unknown world %q; there are server, negotiation, product", *only)
	case *only != "" && *page != "" || *write && *page == "":
		return usage(std, "prove", "-page speaks of all worlds, and -write of a -page")
	}
	p := proof{out: std.out, workers: runtime.GOMAXPROCS(0), start: time.Now()}
	for _, w := range model.Proofs() {
		if *only == "" || *only == w.World {
			p.walk(w)
		}
	}
	if *only == "" {
		for _, s := range model.Suspects() {
			p.accuse(s)
		}
	}
	if *page != "" {
		p.stale = p.keep(*page, *write)
	}
	return p.summary()
}

// proof is a run of all walks and all mutants.
type proof struct {
	out     io.Writer
	workers int
	start   time.Time

	walks   []walked
	tables  []accused
	states  int
	edges   int
	claims  map[string]int // by world, the most that a walk checked
	bad     int            // walks that found something, or did not see everything
	killed  int
	mutants int
	stale   bool
}

type walked struct {
	model.Proof
	model.Result
}

func (p *proof) walk(w model.Proof) {
	begin := time.Now()
	r := w.Walk(p.workers)
	p.walks = append(p.walks, walked{w, r})
	p.states, p.edges = p.states+r.States, p.edges+r.Edges
	if p.claims == nil {
		p.claims = map[string]int{}
	}
	p.claims[w.World] = max(p.claims[w.World], r.Claims)
	fmt.Fprintf(p.out, "%-11s %-44s %-56s %9d states %10d edges  depth %2d  %6.1f s\n",
		w.World, w.Tables, w.Bounds, r.States, r.Edges, r.Depth, time.Since(begin).Seconds())
	if r.Broken != nil || len(r.Missing) > 0 {
		p.bad++
		report(p.out, r)
	}
}

// accused is what became of a table's mutants.
type accused struct {
	name                                string
	total, byInvariant, byContract, not int
}

// accuse tries every mutant of a table, several at a time.
func (p *proof) accuse(s model.Suspect) {
	kills := make([]model.Kill, len(s.Mutants))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range p.workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(kills); i = int(next.Add(1)) - 1 {
				kills[i] = s.Try(i)
			}
		})
	}
	wait.Wait()
	a := accused{name: s.Table, total: len(kills)}
	for _, k := range kills {
		switch {
		case k.Invariant != "":
			a.byInvariant++
		case k.Clause != "":
			a.byContract++
		default:
			a.not++
			fmt.Fprintf(p.out, "ALIVE: %s\n", k.Mutant)
		}
	}
	p.tables = append(p.tables, a)
	p.mutants, p.killed = p.mutants+a.total, p.killed+a.total-a.not
	fmt.Fprintf(p.out, "%-30s %4d/%4d mutants killed: %4d by an invariant, %4d by the contract\n", a.name, a.total-a.not, a.total, a.byInvariant, a.byContract)
}

func (p *proof) summary() int {
	claims := 0
	for _, n := range p.claims {
		claims += n
	}
	fmt.Fprintf(p.out, "eralock prove: %d/%d mutants killed, %d walks, %d states, %d edges, %d invariants, %.0f s", p.killed, p.mutants, len(p.walks), p.states, p.edges, claims, time.Since(p.start).Seconds())
	switch {
	case p.bad > 0:
		fmt.Fprintf(p.out, ", %d WALKS FAILED", p.bad)
	case p.stale:
		fmt.Fprint(p.out, ", THE PAGE IS STALE: run make prove-notes")
	}
	fmt.Fprintln(p.out)
	if p.bad > 0 || p.killed < p.mutants || p.stale {
		return exitFound
	}
	return exitOK
}

// keep writes the page of figures, or reports whether it is stale.
func (p *proof) keep(page string, write bool) (stale bool) {
	text := p.page()
	if write {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			fmt.Fprintln(p.out, err)
			return true
		}
		return false
	}
	have, err := os.ReadFile(page)
	if err != nil {
		fmt.Fprintln(p.out, err)
	}
	return string(have) != text
}
