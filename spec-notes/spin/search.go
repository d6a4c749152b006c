package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/eralock/eralock/model"
)

// everyMove is the formula of all that single moves can break.
const everyMove = "safe"

// A formula is one of the harness's, as SPIN has read it.
type formula struct {
	name   string
	lively bool // it says that something happens in the end: needs fairness
}

// A program is a verifier that SPIN has made of a model.
type program struct {
	dir      string
	formulas []formula
}

// A search is what a verifier has found.
type search struct {
	broken                     bool
	states, transitions, depth int
}

var formulaLine = regexp.MustCompile(`(?m)^ltl ([a-z_]+): (.*)$`)

// build makes the verifier. -DNOREDUCE: everything is done in one process, so
// that there is nothing to reduce; -DNFAIR=3: room for up to ten processes
// under fairness.
func (s *suite) build(ctx context.Context, m target, sheets []model.Sheet, requests int, optimise string) (*program, error) {
	dir, err := s.lay(sheets)
	if err != nil {
		return nil, err
	}
	out, err := s.tool(ctx, dir, "spin", "-a", "-D"+m.variant, fmt.Sprintf("-DN=%d", requests), m.harness+"-harness.pml")
	p := &program{dir: dir}
	for _, line := range formulaLine.FindAllStringSubmatch(out, -1) {
		p.formulas = append(p.formulas, formula{line[1], strings.Contains(line[2], "<>")})
	}
	if err != nil || len(p.formulas) == 0 || strings.Contains(out, "Error:") {
		return nil, fmt.Errorf("spin on %s: %v\n%s", m.variant, err, out)
	}
	if out, err = s.tool(ctx, dir, "gcc", "-w", optimise, "-DNOREDUCE", "-DNFAIR=3", "-o", "pan", "pan.c"); err != nil {
		return nil, fmt.Errorf("gcc on %s: %w\n%s", m.variant, err, out)
	}
	return p, nil
}

// search runs the verifier on one formula. With weak fairness for those that
// need it: what goes on being possible happens.
func (p *program) search(ctx context.Context, s *suite, f formula) (search, error) {
	args := []string{"-N", f.name, "-m500000", "-w22"}
	if f.lively {
		args = append(args, "-a", "-f")
	}
	out, err := s.tool(ctx, p.dir, filepath.Join(p.dir, "pan"), args...)
	if err != nil {
		return search{}, fmt.Errorf("%s: %w\n%s", f.name, err, out)
	}
	return read(out)
}

var (
	errIncomplete = errors.New("incomplete search")

	errorsFound = regexp.MustCompile(`depth reached (\d+), errors: (\d+)`)
	stored      = regexp.MustCompile(`(\d+) states, stored`)
	transitions = regexp.MustCompile(`(\d+) transitions`)
)

// read takes the figures from a verifier's report.
func read(report string) (search, error) {
	var r search
	found, states, edges := errorsFound.FindStringSubmatch(report), stored.FindStringSubmatch(report), transitions.FindStringSubmatch(report)
	if found == nil || states == nil || edges == nil || strings.Contains(report, "max search depth too small") ||
		strings.Contains(report, "out of memory") || strings.Contains(report, "Search not completed") && found[2] == "0" {
		return r, fmt.Errorf("%w:\n%s", errIncomplete, report)
	}
	r.broken = found[2] != "0"
	r.depth, _ = strconv.Atoi(found[1])
	r.states, _ = strconv.Atoi(states[1])
	r.transitions, _ = strconv.Atoi(edges[1])
	return r, nil
}

// tool runs a command in dir when a processor is free, and returns all that it
// says.
func (s *suite) tool(ctx context.Context, dir, name string, args ...string) (string, error) {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}
