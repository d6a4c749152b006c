package export

import "github.com/eralock/eralock/model"

// A picture is what both diagrams show of a sheet.
type picture struct {
	boxes  []box
	arrows []arrow
}

// A box is a reachable state. Inside are its rows that act and stay.
type box struct {
	name   string
	events []string // all that it has a row for
	final  bool     // no row leaves it
	inside []model.SheetRow
}

// An arrow stands for all rows from one state to another.
type arrow struct {
	from, to *box
	rows     []model.SheetRow
}

// draw selects what is shown: boxes in the order of the declaration, arrows in
// the order of their first rows.
func draw(sh model.Sheet) picture {
	var p picture
	seen := reachable(sh)
	for _, s := range sh.States {
		if seen[s] {
			p.boxes = append(p.boxes, box{name: s, final: true})
		}
	}
	at := map[string]*box{}
	for i := range p.boxes {
		at[p.boxes[i].name] = &p.boxes[i]
	}
	for _, r := range sh.Rows {
		if !seen[r.From] {
			continue
		}
		b := at[r.From]
		b.events = append(b.events, r.On)
		switch {
		case r.From != r.To:
			b.final = false
			p.join(b, at[r.To], r)
		case r.Do != "":
			b.inside = append(b.inside, r)
		}
	}
	return p
}

// join adds r to the arrow between two boxes.
func (p *picture) join(from, to *box, r model.SheetRow) {
	for i := range p.arrows {
		if a := &p.arrows[i]; a.from == from && a.to == to {
			a.rows = append(a.rows, r)
			return
		}
	}
	p.arrows = append(p.arrows, arrow{from: from, to: to, rows: []model.SheetRow{r}})
}

// reachable are the states that rows lead to from the start. The tables of a
// family share their states, so that some variants never enter one.
func reachable(sh model.Sheet) map[string]bool {
	seen := map[string]bool{sh.Start: true}
	for grown := true; grown; {
		grown = false
		for _, r := range sh.Rows {
			if seen[r.From] && !seen[r.To] {
				seen[r.To], grown = true, true
			}
		}
	}
	return seen
}
