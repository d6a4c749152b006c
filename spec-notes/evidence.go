package specnotes

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
)

// Evidence is one thing that implements or shows a clause.
type Evidence struct {
	Kind string // row, invariant, property, check, transcript, test or case
	Name string
	File string // what to open, relative to spec-notes; "" where there is none
}

// kinds is the order in which a clause's evidence is shown.
var kinds = []string{"row", "invariant", "property", "check", "transcript", "test", "case"}

// shows tells what happens on the wire; a row alone is a plan.
func (e Evidence) shows() bool { return e.Kind != "row" }

func (e Evidence) link() string {
	if e.File == "" {
		return e.Name
	}
	return fmt.Sprintf("[%s](%s)", e.Name, e.File)
}

var cites = regexp.MustCompile(`\b[SC]-[A-Z]+-[1-9][0-9]*\b( to [SC]-[A-Z]+-[1-9][0-9]*\b)?`)

// A trace is the evidence of each clause, without repetitions.
type trace map[ID][]Evidence

// add notes e for each clause that text cites.
func (t trace) add(text string, e Evidence) {
	for _, id := range clausesIn(text) {
		if !slices.Contains(t[id], e) {
			t[id] = append(t[id], e)
		}
	}
}

// clausesIn finds clauses anywhere in a text; "C-MRTR-1 to C-MRTR-7" is seven.
func clausesIn(text string) []ID {
	var all []ID
	for _, found := range cites.FindAllString(text, -1) {
		first, last, _ := strings.Cut(found, " to ")
		all = append(all, ID(first))
		if family := first[:strings.LastIndex(first, "-")+1]; strings.HasPrefix(last, family) {
			for n := number(first) + 1; n <= number(last); n++ {
				all = append(all, ID(fmt.Sprint(family, n)))
			}
		}
	}
	return all
}

func number(id string) (n int) {
	fmt.Sscan(id[strings.LastIndex(id, "-")+1:], &n)
	return n
}

// evidence finds all that cites a clause of the specification: the tables, the
// invariants, and whatever the sources below root say.
func evidence(root fs.FS) (trace, error) {
	t := trace{}
	for _, p := range pages(model.Sheets()) {
		for _, sh := range p.sheets {
			for _, r := range sh.Rows {
				t.add(r.Ref, Evidence{"row", p.machine, p.file()})
			}
		}
	}
	for _, c := range claims() {
		t.add(c.Ref, Evidence{"invariant", c.Name, invariantsFile + "#" + c.Name})
	}
	if err := t.sources(root); err != nil {
		return nil, err
	}
	if err := t.transcripts(root); err != nil {
		return nil, err
	}
	for _, r := range Requirements() {
		for _, id := range r.Cases {
			t.add(string(r.ID), Evidence{Kind: "case", Name: id})
		}
	}
	return t, nil
}

// transcripts reads what the comments of transcripts cite.
func (t trace) transcripts(root fs.FS) error {
	names, err := fs.Glob(root, "*/testdata/*.txt")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "# ") {
				t.add(line, Evidence{"transcript", strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ".txt"), "../" + name})
			}
		}
	}
	return nil
}
