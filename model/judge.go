package model

// A Claim is what is claimed of every step of a world, or of its runs.
type Claim struct {
	Name string
	Says string // one sentence
	Ref  string // the clauses that it states
}

// statement is a claim that can be checked on a step.
type statement[T any] struct {
	Claim
	holds func(*T) bool
}

// situation is something that a complete walk must see.
type situation[T any] struct {
	name string
	seen func(*T) bool
}

// judge is what one worker holds steps against.
type judge[T any] struct {
	statements []statement[T]
	open       []situation[T] // not seen so far
	seen       []string       // by this worker, since the last gather
}

func judges[T any](all []statement[T], open []situation[T], workers int) []*judge[T] {
	js := make([]*judge[T], max(workers, 1))
	for i := range js {
		js[i] = &judge[T]{statements: all, open: open}
	}
	return js
}

// verdict is the first claim that the step breaks; nil if it breaks none.
func (j *judge[T]) verdict(t *T) *Claim {
	for i := range j.statements {
		if !j.statements[i].holds(t) {
			return &j.statements[i].Claim
		}
	}
	return nil
}

// watch crosses off what was waited for.
func (j *judge[T]) watch(t *T) {
	for k := 0; k < len(j.open); k++ {
		if w := j.open[k]; w.seen(t) {
			j.seen = append(j.seen, w.name)
			j.open = append(j.open[:k:k], j.open[k+1:]...)
			k--
		}
	}
}

func (j *judge[T]) missing() (names []string) {
	for _, w := range j.open {
		names = append(names, w.name)
	}
	return names
}

// gather tells every judge what the others have seen, and notes how many moves
// it took.
func gather[T any](js []*judge[T], into map[string]int, moves int) {
	found := false
	for _, j := range js {
		for _, name := range j.seen {
			if _, known := into[name]; !known {
				into[name], found = moves, true
			}
		}
		j.seen = nil
	}
	if !found {
		return
	}
	var open []situation[T]
	for _, w := range js[0].open {
		if _, seen := into[w.name]; !seen {
			open = append(open, w)
		}
	}
	for _, j := range js {
		j.open = open
	}
}
