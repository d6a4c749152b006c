package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/model"
)

const exploreAbout = `Walk every interleaving of a world, breadth first, and check what is claimed of it
in every step. The first claim that breaks is printed with a shortest exchange
that breaks it. The worlds:

  server       one connection, any client: concurrent requests and listens
  negotiation  a client in one mode, any server: -requests is its callers, 1 to 3
  product      our client and our server: 0 to 2 requests, 0 or 1 listens

More than 4 requests take a while.
`

func runExplore(_ context.Context, std stdio, args []string) int {
	fs := flags("explore", "explore [flags]", exploreAbout)
	world := fs.String("world", "server", "`WORLD`: server, negotiation, product")
	requests := count(fs, "requests", fmt.Sprintf("`N` concurrent requests, server 1 to %d (default 3, product 1)", model.MaxRequests-2))
	listens := count(fs, "listens", "`N` live listens beside them, server 1 or 2 (default 2, product 1)")
	policy := fs.String("policy", model.FirstFrame.String(), "lock `POLICY`: "+policyNames())
	grace := fs.Bool("grace", false, "a discover alone binds provisionally")
	mode := fs.String("mode", model.ModeAuto.String(), "client's `MODE`: auto, modern, legacy")
	if code, done := parse(std, fs, args); done {
		return code
	}
	if fs.NArg() > 0 {
		return usage(std, "explore", "unexpected argument %q", fs.Arg(0))
	}
	p, ok := model.ParsePolicy(*policy)
	if !ok {
		return usage(std, "explore", "unknown policy %q; there are %s", *policy, policyNames())
	}
	m, ok := model.ParseMode(*mode)
	if !ok {
		return usage(std, "explore", "unknown mode %q; there are auto, modern, legacy", *mode)
	}
	limits, ok := exploreLimits[*world]
	if !ok {
		return usage(std, "explore", "unknown world %q; there are server, negotiation, product", *world)
	}
	n, l := limits.requests.or(*requests), limits.listens.or(*listens)
	if !limits.requests.has(n) {
		return usage(std, "explore", "-requests is %d to %d here, not %d", limits.requests.min, limits.requests.max, n)
	}
	if !limits.listens.has(l) {
		return usage(std, "explore", "-listens is %d to %d here, not %d", limits.listens.min, limits.listens.max, l)
	}
	proof := model.ServerProof(p, *grace, n, l)
	switch *world {
	case "negotiation":
		proof = model.NegotiationProof(m, model.NegotiationIdle, n)
	case "product":
		proof = model.ProductProof(p, *grace, m, model.Fresh, n, l)
	}
	start := time.Now()
	res := proof.Walk(runtime.GOMAXPROCS(0))
	return explored(std.out, proof, res, time.Since(start))
}

// count is a flag for a number whose default depends on other flags: -1 until
// it is given, which the help does not show.
func count(fs *flagSet, name, help string) *int {
	n := -1
	fs.Func(name, help, func(text string) (err error) {
		n, err = strconv.Atoi(text)
		if err != nil {
			return errors.New("no number")
		}
		return nil
	})
	return &n
}

// exploreLimits are the sizes that each world takes.
var exploreLimits = map[string]struct{ requests, listens span }{
	"server":      {span{3, 1, model.MaxRequests - 2}, span{2, 1, 2}},
	"negotiation": {span{2, 1, model.MaxCalls}, span{0, 0, 0}},
	"product":     {span{1, 0, 2}, span{1, 0, 1}},
}

// span is the numbers from min to max.
type span struct{ usual, min, max int }

func (s span) or(n int) int {
	if n == -1 {
		return s.usual
	}
	return n
}

func (s span) has(n int) bool { return n >= s.min && n <= s.max }

func explored(w io.Writer, p model.Proof, res model.Result, took time.Duration) int {
	fmt.Fprintf(w, "%s, %s, %s: %d states, %d edges, depth %d, %.2f s, %.0f edges/s\n",
		p.World, p.Tables, p.Bounds, res.States, res.Edges, res.Depth, took.Seconds(), float64(res.Edges)/took.Seconds())
	if report(w, res) {
		return exitFound
	}
	fmt.Fprintf(w, "%d invariants hold, %d situations of interest were reached:\n", res.Claims, len(res.Witnesses))
	for _, name := range sortedByMoves(res.Witnesses) {
		fmt.Fprintf(w, "  after %2d moves: %s\n", res.Witnesses[name], name)
	}
	return exitOK
}

// report prints what is wrong with a walk, if anything is: the claim that broke
// as an exchange, client on the left, server on the right.
func report(w io.Writer, res model.Result) (found bool) {
	if v := res.Broken; v != nil {
		fmt.Fprintf(w, "\nBROKEN: %s (%s)\n%s\n\n", v.Invariant.Name, v.Invariant.Ref, v.Invariant.Says)
		if err := trace.Columns(w, records(v.Lines()), trace.Layout{Width: 110, Left: "client", Right: "server"}); err != nil {
			fmt.Fprintln(w, err)
		}
		return true
	}
	if len(res.Missing) > 0 {
		fmt.Fprintf(w, "never reached, so the walk shows less than it should: %s\n", strings.Join(res.Missing, ", "))
		return true
	}
	return false
}

// records are the lines of an exchange for the column printer. What happens
// inside a side stands across.
func records(lines []model.Line) (all []trace.Record) {
	for _, l := range lines {
		r := trace.Record{At: trace.Untimed, Kind: trace.Mark, Note: l.Side.String() + ": " + l.Text, Data: []byte(l.Text)}
		if l.Frame {
			r.Kind = trace.Sent
			if l.Side == model.OnServer {
				r.Kind = trace.Received
			}
		}
		all = append(all, r)
	}
	return all
}

func policyNames() string {
	var names []string
	for _, p := range model.Policies() {
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}

func sortedByMoves(witnesses map[string]int) []string {
	return slices.SortedFunc(maps.Keys(witnesses), func(a, b string) int {
		return cmp.Or(cmp.Compare(witnesses[a], witnesses[b]), strings.Compare(a, b))
	})
}
