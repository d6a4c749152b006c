package main

import "fmt"

// A result is one search: of a model as it is, or with a seeded bug. A formula
// that was searched together with others has no figures of its own.
type result struct {
	target
	bug     string // empty: the tables as they are
	formula formula
	search
}

func (s *suite) note(r result, bad bool, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results = append(s.results, r)
	if bad {
		s.failed = append(s.failed, fmt.Sprintf("%s: %s %s", r.variant, r.formula.name, what))
	}
}

// properties counts the formulas of all models.
func (s *suite) properties() (n int) {
	for _, r := range s.results {
		if r.bug == "" && r.formula.name != everyMove {
			n++
		}
	}
	return n
}

// states counts the states of all models, each once.
func (s *suite) states() (n int) {
	for _, r := range s.results {
		if r.bug == "" && r.formula.name == everyMove {
			n += r.states
		}
	}
	return n
}

// models counts the models that were checked as they are.
func (s *suite) models() int {
	seen := map[target]bool{}
	for _, r := range s.results {
		if r.bug == "" {
			seen[r.target] = true
		}
	}
	return len(seen)
}

// bugs counts the seeded bugs, all of which were found.
func (s *suite) bugs() (n int) {
	for _, r := range s.results {
		n += boolInt(r.bug != "")
	}
	return n
}
