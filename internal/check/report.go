package check

import (
	"time"
)

// Status is what became of a clause.
type Status string

const (
	Pass Status = "PASS"
	Fail Status = "FAIL" // a MUST or MUST NOT was broken
	Warn Status = "WARN" // a SHOULD was broken, or a promise of ours
	None Status = "not exercised"
)

// Verdict is what became of one clause.
type Verdict struct {
	Clause Clause
	Status Status
	Passes int // how often it was seen to be kept
	Fails  int // in how many conversations it was not
}

// Report is what a run found.
type Report struct {
	Command     []string
	Server      string // as it calls itself
	Policy      string // the era policy that was found
	Fingerprint string // what it was found by; "" where there is only one era
	Verdicts    []Verdict
	Failures    []Failure // one for each clause with Fail or Warn
	Skipped     []string  // what was left out, and why
	Unconfirmed []string  // what came too late once, and in time when nothing else ran
	Schedules   int       // how many were played
	Took        time.Duration
}

// Violations counts the clauses that were broken.
func (r *Report) Violations() int { return r.count(Fail) }

// Warnings counts the recommendations that were not followed.
func (r *Report) Warnings() int { return r.count(Warn) }

func (r *Report) count(s Status) int {
	n := 0
	for _, v := range r.Verdicts {
		if v.Status == s {
			n++
		}
	}
	return n
}

// exercised counts the clauses that something was seen of.
func (r *Report) exercised() int { return len(r.Verdicts) - r.count(None) }

func (r *round) report(failures []Failure) Report {
	out := Report{
		Server: r.peer.name, Policy: r.peer.policy, Fingerprint: r.peer.fingerprint,
		Failures: failures, Unconfirmed: r.slow, Schedules: len(r.results),
	}
	for n := range needs {
		if why, ok := r.skipped[n]; ok {
			out.Skipped = append(out.Skipped, why)
		}
	}
	for _, c := range clauses {
		v := Verdict{Clause: c, Status: None}
		for _, res := range r.results {
			v.Passes += res.verdict.passes[c.ID]
			if res.verdict.has(c.ID) {
				v.Fails++
			}
		}
		switch {
		case v.Fails > 0 && c.Binding():
			v.Status = Fail
		case v.Fails > 0:
			v.Status = Warn
		case v.Passes > 0:
			v.Status = Pass
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	return out
}
