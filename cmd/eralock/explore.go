package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/eralock/eralock/model"
)

const exploreAbout = `Walk every interleaving of one connection and its concurrent requests, breadth
first, and check the invariants in every state. The first one that breaks is
printed with a shortest way to break it. More than 4 requests take a while.
`

func runExplore(_ context.Context, std stdio, args []string) int {
	fs := flags("explore", "explore [flags]", exploreAbout)
	requests := fs.Int("requests", 3, fmt.Sprintf("concurrent requests, 1 to %d", model.MaxRequests))
	policy := fs.String("policy", model.FirstFrame.String(), "lock `POLICY`: "+policyNames())
	grace := fs.Bool("grace", false, "a discover alone binds provisionally")
	if code, done := parse(std, fs, args); done {
		return code
	}
	p, ok := model.ParsePolicy(*policy)
	switch {
	case fs.NArg() > 0:
		return usage(std, "explore", "unexpected argument %q", fs.Arg(0))
	case !ok:
		return usage(std, "explore", "unknown policy %q; there are %s", *policy, policyNames())
	case *requests < 1 || *requests > model.MaxRequests:
		return usage(std, "explore", "-requests is 1 to %d, not %d", model.MaxRequests, *requests)
	}
	sys := model.NewSystem(p, *grace, *requests)
	start := time.Now()
	res := model.Explore(sys, model.ExploreOptions{})
	return explored(std.out, sys, res, time.Since(start))
}

func explored(w io.Writer, sys *model.System, res model.Result, took time.Duration) int {
	fmt.Fprintf(w, "%s, %d requests: %d states, %d edges, depth %d, %.2f s, %.0f edges/s\n",
		sys.Era.Name, sys.Requests, res.States, res.Edges, res.Depth, took.Seconds(), float64(res.Edges)/took.Seconds())
	if res.Broken != nil {
		fmt.Fprintf(w, "\nBROKEN: %s: %s (%s)\n\n%s\n", res.Broken.Invariant.Name, res.Broken.Invariant.Says, res.Broken.Invariant.Ref, res.Broken)
		return exitFound
	}
	if len(res.Missing) > 0 {
		fmt.Fprintf(w, "never reached, so the walk shows less than it should: %s\n", strings.Join(res.Missing, ", "))
		return exitFound
	}
	fmt.Fprintf(w, "%d invariants hold, %d situations of interest were reached\n", len(model.Invariants(sys)), len(res.Witnesses))
	return exitOK
}

func policyNames() string {
	var names []string
	for _, p := range model.Policies() {
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}
