package specnotes

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed requirements/*.txt
var requirementFiles embed.FS

// A chapter is the clauses of the specification that one document traces.
type chapter struct{ name, title, about string }

func chapters() []chapter {
	return []chapter{
		{"base", "The base protocol", "Lines, messages, ids, results, notifications and errors."},
		{"envelope", "Eras and envelopes", "State, _meta, versions, extensions, the choice of an era, server/discover, and what is gone."},
		{"cancel", "Cancelling, time limits, progress", "In both eras."},
		{"listen", "Subscriptions and logging", "In both eras."},
		{"ask", "Asking the client", "input_required, elicitation, sampling and roots, in both eras."},
		{"features", "Features", "Caching, pages, tools, resources, prompts, completion, schemas, icons and tasks."},
		{"life", "Beginning and end", "The handshake, shutting down, ping and batches."},
	}
}

func (c chapter) file() string { return "traceability-" + c.name + ".md" }

// A Requirement is a clause of the specification that concerns a server or a
// client on stdio. Why names the reason why no exchange can show it; Cases are
// cases of the collection that .ci/cases plays.
type Requirement struct {
	Clause
	Family, Chapter string
	Pages           []string // of the specification that the family comes from: a revision and a path
	Why             string
	Cases           []string
}

// Requirements lists every clause of the specification, in the order of its
// documents. A line that cannot be read panics: the files are part of the build.
var Requirements = sync.OnceValue(func() []Requirement {
	var all []Requirement
	for _, c := range chapters() {
		text, err := requirementFiles.ReadFile("requirements/" + c.name + ".txt")
		if err != nil {
			panic(err)
		}
		some, err := readRequirements(c.name, string(text))
		if err != nil {
			panic(err)
		}
		all = append(all, some...)
	}
	return all
})

// readRequirements reads lines such as
//
//	S-FRAME-3 C-FRAME-3 | MUST | both | Messages are UTF-8.
//
// A fifth part is the name of a reason, or "case" and the ids of cases. "# FRAME | PAGES"
// names the family of the lines that follow, and the pages that it comes from.
func readRequirements(chapter, text string) ([]Requirement, error) {
	var all []Requirement
	family := ""
	var pages []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			var from string
			family, from, _ = strings.Cut(name, " | ")
			if pages = strings.Fields(from); len(pages) == 0 {
				return nil, fmt.Errorf("requirements/%s.txt: %s comes from no page", chapter, family)
			}
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 4 && len(parts) != 5 {
			return nil, fmt.Errorf("requirements/%s.txt: %q is not ids, level, era and text", chapter, line)
		}
		for _, id := range strings.Fields(parts[0]) {
			if !requirement.MatchString(id) || strings.Split(id, "-")[1] != family {
				return nil, fmt.Errorf("requirements/%s.txt: %q is no clause of %s", chapter, id, family)
			}
			r := Requirement{Clause: Clause{ID(id), parts[1], parts[2], parts[3]}, Family: family, Chapter: chapter, Pages: pages}
			if len(parts) == 5 {
				if cases, ok := strings.CutPrefix(parts[4], "case "); ok {
					r.Cases = strings.Fields(cases)
				} else if r.Why = parts[4]; reasons()[r.Why] == "" {
					return nil, fmt.Errorf("requirements/%s.txt: %s: there is no reason %q", chapter, id, r.Why)
				}
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// cited are the requirements of one side that rows or invariants cite.
func cited(side string) []Clause {
	var ids []ID
	for _, s := range Sources() {
		for _, ref := range s.Refs {
			more, _ := Parse(ref) // what cannot be read is reported by collect
			ids = append(ids, more...)
		}
	}
	var all []Clause
	for _, r := range Requirements() {
		if strings.HasPrefix(string(r.ID), side) && slices.Contains(ids, r.ID) {
			all = append(all, r.Clause)
		}
	}
	return all
}
