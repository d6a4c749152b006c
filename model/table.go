package model

import (
	"fmt"
	"strings"
)

// A Row is one legal step, as data: in state From, event On leads to state To
// and asks for effect Do. It has no guard: a condition is part of the event.
// Ref names the clause that the row implements.
type Row[S, E, O ~uint8] struct {
	From  S
	On    E
	To    S
	Do    O
	Level Level
	Ref   string
}

// A Table is a finite transition relation. The zero O is "nothing to do". A
// Table is immutable once New has returned it and safe for concurrent use.
type Table[S, E, O ~uint8] struct {
	Name    string
	Doc     string // one sentence, shown above the diagram
	Start   S
	States  []string
	Events  []string
	Effects []string
	Rows    []Row[S, E, O]

	dense []cell[S, O] // len(States)*len(Events)
}

type cell[S, O ~uint8] struct {
	to  S
	do  O
	has bool
}

// New checks t and builds its look-up. Rows must be ordered by From, then On,
// name only declared states, events and effects, and cite something; anything
// else is a mistake in the source and panics. The tables of this package are
// variables beside their New: the compiler lays those out, and no start has to.
func New[S, E, O ~uint8](t Table[S, E, O]) *Table[S, E, O] {
	t.dense = make([]cell[S, O], len(t.States)*len(t.Events))
	last := -1
	for _, r := range t.Rows {
		if int(r.From) >= len(t.States) || int(r.To) >= len(t.States) || int(r.On) >= len(t.Events) || int(r.Do) >= len(t.Effects) {
			panic(fmt.Sprintf("model: %s: row %d/%d names what is not declared", t.Name, r.From, r.On))
		}
		at := int(r.From)*len(t.Events) + int(r.On)
		if at <= last {
			panic(fmt.Sprintf("model: %s: row %s/%s is double or out of order", t.Name, t.States[r.From], t.Events[r.On]))
		}
		if r.Ref == "" {
			panic(fmt.Sprintf("model: %s: row %s/%s cites nothing", t.Name, t.States[r.From], t.Events[r.On]))
		}
		last = at
		t.dense[at] = cell[S, O]{to: r.To, do: r.Do, has: true}
	}
	return &t
}

// Step looks a move up. Without a row, ok is false and the state stays: "no
// row" is a value, and the caller decides what it means.
func (t *Table[S, E, O]) Step(s S, e E) (to S, do O, ok bool) {
	c := t.dense[int(s)*len(t.Events)+int(e)]
	if !c.has {
		return s, 0, false
	}
	return c.to, c.do, true
}

// With returns a copy of t with other rows: a mutant.
func (t *Table[S, E, O]) With(rows []Row[S, E, O]) *Table[S, E, O] {
	n := *t
	n.Rows = rows
	return New(n)
}

// Mutants yields every table that differs from t in one row: another target,
// another effect, or the row dropped. The string says which.
func (t *Table[S, E, O]) Mutants(yield func(string, *Table[S, E, O]) bool) {
	change := func(i int, what string, edit func([]Row[S, E, O]) []Row[S, E, O]) bool {
		rows := append([]Row[S, E, O](nil), t.Rows...)
		r := t.Rows[i]
		return yield(fmt.Sprintf("%s: %s/%s %s", t.Name, t.States[r.From], t.Events[r.On], what), t.With(edit(rows)))
	}
	for i, r := range t.Rows {
		for s := range t.States {
			if S(s) != r.To && !change(i, "to "+t.States[s], func(rs []Row[S, E, O]) []Row[S, E, O] { rs[i].To = S(s); return rs }) {
				return
			}
		}
		for o := range t.Effects {
			if O(o) != r.Do && !change(i, "does "+t.Effects[o], func(rs []Row[S, E, O]) []Row[S, E, O] { rs[i].Do = O(o); return rs }) {
				return
			}
		}
		if !change(i, "dropped", func(rs []Row[S, E, O]) []Row[S, E, O] { return append(rs[:i], rs[i+1:]...) }) {
			return
		}
	}
}

// Terminal reports whether no row leaves s.
func (t *Table[S, E, O]) Terminal(s S) bool {
	for _, r := range t.Rows {
		if r.From == s && r.To != s {
			return false
		}
	}
	return true
}

// A Sheet is a Table without its types: what diagrams, exporters and listings read.
type Sheet struct {
	Name    string
	Doc     string
	Start   string
	States  []string
	Events  []string
	Effects []string
	Rows    []SheetRow
}

// A SheetRow is a Row in words. Do is "" where there is nothing to do.
type SheetRow struct {
	From, On, To, Do string
	Level            Level
	Ref              string
}

// Sheet renders t in words, rows in declared order.
func (t *Table[S, E, O]) Sheet() Sheet {
	sh := Sheet{Name: t.Name, Doc: t.Doc, Start: t.States[t.Start], States: t.States, Events: t.Events, Effects: t.Effects}
	for _, r := range t.Rows {
		row := SheetRow{From: t.States[r.From], On: t.Events[r.On], To: t.States[r.To], Level: r.Level, Ref: r.Ref}
		if r.Do != 0 {
			row.Do = t.Effects[r.Do]
		}
		sh.Rows = append(sh.Rows, row)
	}
	return sh
}

// String is the canonical listing: one line a row, the same on every run.
func (sh Sheet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: starts in %s\n", sh.Name, sh.Start)
	for _, r := range sh.Rows {
		do := r.Do
		if do == "" {
			do = "-"
		}
		fmt.Fprintf(&b, "  %-14s %-20s -> %-14s %-22s %-6s %s\n", r.From, r.On, r.To, do, r.Level, r.Ref)
	}
	return b.String()
}
