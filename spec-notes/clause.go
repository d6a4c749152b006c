package specnotes

import (
	"fmt"
	"slices"
)

// A Clause is one thing that is demanded or decided, in a line of our own.
type Clause struct {
	ID    ID
	Level string // MUST, SHOULD, MAY or their negations; "" where it is a rule of ours
	Era   string // modern, legacy or both; "" where it is a rule of ours
	Text  string
}

// A section is a document's clauses under one heading.
type section struct {
	title, about string
	clauses      []Clause
}

func sections() []section {
	return []section{
		{"Rules", "What three public pieces of work do: A the dual-era server of python-sdk pull request 3120, " +
			"B the dual-era client of ruby-mcp-client pull request 225, C the era lock of ruby-sdk pull request 478.", rules()},
		{"Decisions", "What eralock does where the sources are silent or disagree: E about eras, A about answers, " +
			"C about cancelling and ending, K about the client.", decisions()},
		{"Ladder", "What a server does with a frame, row by row, by the state of the connection.", ladder()},
		{"Policies", "When a connection commits to an era. The specification lets a server serve both at once, so each of these is legal.", policies()},
		{"Specification, the server's side", "What the Model Context Protocol asks of a server.", cited("S-")},
		{"Specification, the client's side", "What the Model Context Protocol asks of a client.", cited("C-")},
	}
}

// Clauses lists every clause in the order of the document.
func Clauses() []Clause {
	var all []Clause
	for _, s := range sections() {
		all = slices.Concat(all, s.clauses)
	}
	return all
}

// index looks clauses up by ID. A clause that is there twice is an error.
func index(clauses []Clause) (map[ID]Clause, error) {
	known := map[ID]Clause{}
	for _, c := range clauses {
		if _, twice := known[c.ID]; twice {
			return nil, fmt.Errorf("clause %s has two lines", c.ID)
		}
		known[c.ID] = c
	}
	return known, nil
}

// own makes clauses of a document of ours from names and lines in turn.
func own(document string, pairs ...[2]string) []Clause {
	all := make([]Clause, len(pairs))
	for i, p := range pairs {
		id := document
		if p[0] != "" {
			id += " " + p[0]
		}
		all[i] = Clause{ID: ID(id), Text: p[1]}
	}
	return all
}
