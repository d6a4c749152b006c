package model

import "fmt"

// A Clause is a statement about the single rows of a table, which needs no
// search: who may ask for an effect, what leads into a state, what a state must
// accept. Together with the invariants the clauses are tight: no row can be
// changed without one of them noticing.
type Clause[S, E ~uint8] struct {
	Says  string
	Ref   string
	keeps func(from S, on E, to S, do uint8, has bool) bool
}

// A Contract is what is claimed of a table's rows.
type Contract[S, E ~uint8] []Clause[S, E]

// Breaches lists the clauses that t does not keep, each with the first row
// that breaks it.
func Breaches[S, E, O ~uint8](t *Table[S, E, O], c Contract[S, E]) (all []string) {
	for _, clause := range c {
		if s, e, broken := breach(t, clause); broken {
			all = append(all, fmt.Sprintf("%s: %s/%s: %s (%s)", t.Name, t.States[s], t.Events[e], clause.Says, clause.Ref))
		}
	}
	return all
}

func breach[S, E, O ~uint8](t *Table[S, E, O], c Clause[S, E]) (S, E, bool) {
	for s := range t.States {
		for e := range t.Events {
			to, do, has := t.Step(S(s), E(e))
			if !c.keeps(S(s), E(e), to, uint8(do), has) {
				return S(s), E(e), true
			}
		}
	}
	return 0, 0, false
}

// A spot is an event in some states.
type spot[S, E ~uint8] struct {
	on   E
	from []S
}

func at[S, E ~uint8](on E, from ...S) spot[S, E] { return spot[S, E]{on, from} }

// each is the same states for several events.
func each[S, E ~uint8](on []E, from ...S) (all []spot[S, E]) {
	for _, e := range on {
		all = append(all, at(e, from...))
	}
	return all
}

func covers[S, E ~uint8](where []spot[S, E], from S, on E) bool {
	for _, w := range where {
		if w.on != on {
			continue
		}
		for _, s := range w.from {
			if s == from {
				return true
			}
		}
	}
	return false
}

// emits: do is asked for exactly there.
func emits[S, E, O ~uint8](do O, says, ref string, where ...spot[S, E]) Clause[S, E] {
	return Clause[S, E]{says, ref, func(from S, on E, _ S, did uint8, has bool) bool {
		return (has && did == uint8(do)) == covers(where, from, on)
	}}
}

// enters: the state is entered exactly from there.
func enters[S, E ~uint8](state S, says, ref string, where ...spot[S, E]) Clause[S, E] {
	return Clause[S, E]{says, ref, func(from S, on E, to S, _ uint8, has bool) bool {
		return (has && from != state && to == state) == covers(where, from, on)
	}}
}

// accepts: the event has a row exactly in these states.
func accepts[S, E ~uint8](on E, says, ref string, from ...S) Clause[S, E] {
	where := []spot[S, E]{at(on, from...)}
	return Clause[S, E]{says, ref, func(s S, e E, _ S, _ uint8, has bool) bool {
		return e != on || has == covers(where, s, e)
	}}
}

// stays: nothing leaves these states.
func stays[S, E ~uint8](says, ref string, states ...S) Clause[S, E] {
	return Clause[S, E]{says, ref, func(from S, _ E, to S, _ uint8, has bool) bool {
		for _, s := range states {
			if s == from && has && to != s {
				return false
			}
		}
		return true
	}}
}

// Unreached lists the states that no run of rows leads to.
func Unreached[S, E, O ~uint8](t *Table[S, E, O]) (names []string) {
	seen := make([]bool, len(t.States))
	seen[t.Start] = true
	for grown := true; grown; {
		grown = false
		for _, r := range t.Rows {
			if seen[r.From] && !seen[r.To] {
				seen[r.To], grown = true, true
			}
		}
	}
	for s, ok := range seen {
		if !ok {
			names = append(names, t.States[s])
		}
	}
	return names
}
