package model

import "fmt"

// A Kill is what became of one mutant.
type Kill struct {
	Mutant string
	By     string // the clause or the invariant that noticed; empty: nobody did
}

// Kills tries every single-row mutant of t, added rows included: first against
// its contract, then, unless search is nil, by exploring a world that runs on it.
func Kills[S, E, O ~uint8](t *Table[S, E, O], c Contract[S, E], search func(*Table[S, E, O]) *Violation, yield func(Kill)) {
	try := func(name string, m *Table[S, E, O]) bool {
		k := Kill{Mutant: name}
		if broken := firstBreach(m, c); broken != "" {
			k.By = broken
		} else if search != nil {
			if v := search(m); v != nil {
				k.By = "invariant " + v.Invariant.Name
			}
		}
		yield(k)
		return true
	}
	t.Mutants(try)
	Additions(t, try)
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
			return "clause: " + clause.Says
		}
	}
	return ""
}
