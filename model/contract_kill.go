package model

import "fmt"

// A Kill is what became of one mutant: the first invariant and the first clause
// that noticed; empty where none did.
type Kill struct {
	Mutant    string
	Invariant string
	Clause    string
}

// Alive reports whether nobody noticed.
func (k Kill) Alive() bool { return k.Invariant == "" && k.Clause == "" }

// Kills tries every single-row mutant of t, added rows included: by exploring a
// world that runs on it, unless search is nil, and against its contract.
func Kills[S, E, O ~uint8](t *Table[S, E, O], c Contract[S, E], search func(*Table[S, E, O]) *Violation, yield func(Kill)) {
	s := suspect(t, c, search)
	for i := range s.Mutants {
		yield(s.Try(i))
	}
}

// A Suspect is a table with all its mutants.
type Suspect struct {
	Table   string
	Mutants []string
	// Try says what becomes of mutant i. Safe for concurrent use.
	Try func(i int) Kill
}

func suspect[S, E, O ~uint8](t *Table[S, E, O], c Contract[S, E], search func(*Table[S, E, O]) *Violation) Suspect {
	s := Suspect{Table: t.Name}
	var tables []*Table[S, E, O]
	collect := func(name string, m *Table[S, E, O]) bool {
		s.Mutants, tables = append(s.Mutants, name), append(tables, m)
		return true
	}
	t.Mutants(collect)
	Additions(t, collect)
	s.Try = func(i int) Kill {
		k := Kill{Mutant: s.Mutants[i], Clause: firstBreach(tables[i], c)}
		if search != nil {
			if v := search(tables[i]); v != nil {
				k.Invariant = v.Invariant.Name
			}
		}
		return k
	}
	return s
}

// Additions yields every table that accepts one event more than t, in a state
// that has no row for it: the event is ignored there.
func Additions[S, E, O ~uint8](t *Table[S, E, O], yield func(string, *Table[S, E, O]) bool) {
	for s := range t.States {
		for e := range t.Events {
			if _, _, has := t.Step(S(s), E(e)); has {
				continue
			}
			added := Row[S, E, O]{From: S(s), On: E(e), To: S(s), Ref: "added"}
			i := 0
			for i < len(t.Rows) && (t.Rows[i].From < added.From || t.Rows[i].From == added.From && t.Rows[i].On < added.On) {
				i++
			}
			rows := append(append(append([]Row[S, E, O](nil), t.Rows[:i]...), added), t.Rows[i:]...)
			if !yield(fmt.Sprintf("%s: %s/%s added", t.Name, t.States[s], t.Events[e]), t.With(rows)) {
				return
			}
		}
	}
}

func firstBreach[S, E, O ~uint8](t *Table[S, E, O], c Contract[S, E]) string {
	for _, clause := range c {
		if _, _, broken := breach(t, clause); broken {
			return clause.Says
		}
	}
	return ""
}
