package specnotes

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/eralock/eralock/model"
)

const (
	eraPoliciesFile = "era-policies.md"
	policyRequests  = 2 // of the connections that are explored: enough for every statement to bite
	policyCues      = 3 // no two policies need more to be told apart
)

// A verdict is what an exploration finds out about the statements of all
// policies on a connection of one.
type verdict struct {
	policy model.Policy
	states int
	broken map[string]*model.Violation // by the statement's name
}

// tried explores the connection of p until every statement either is broken,
// with a shortest way to break it, or holds in all that can be reached.
func tried(p model.Policy, all []claim) verdict {
	v := verdict{policy: p, broken: map[string]*model.Violation{}}
	left := make([]model.Invariant, len(all))
	for i, c := range all {
		left[i] = c.Invariant
	}
	for {
		r := model.Explore(model.NewSystem(p, false, policyRequests), model.ExploreOptions{Invariants: left, Witnesses: []model.Witness{}})
		if r.Broken == nil {
			v.states = r.States
			return v
		}
		v.broken[r.Broken.Invariant.Name] = r.Broken
		left = slices.DeleteFunc(left, func(i model.Invariant) bool { return i.Name == r.Broken.Invariant.Name })
	}
}

// eraPoliciesText is made once: the tables do not change.
var eraPoliciesText = sync.OnceValue(func() string {
	all := claims()
	var verdicts []verdict
	for _, p := range model.Policies() {
		verdicts = append(verdicts, tried(p, all))
	}
	var b strings.Builder
	b.WriteString(generated + "# Era policies\n\nFive policies say when a connection commits, and each is a table of its own: [era.md](era.md). Here is what follows from " +
		"the tables,\nfound by search: what each policy keeps and breaks of all that is claimed of any of them, and the frames that tell two of them apart.\n" +
		"The specification permits all five.\n\n")
	b.WriteString("A connection commits, or locks, when it will not serve the other era any more:\n\n")
	for _, p := range model.Policies() {
		fmt.Fprintf(&b, "- **%s**: %s\n", p, model.Era(p, false).Doc)
	}
	b.WriteString("\n")
	kept(&b, all, verdicts)
	for _, v := range verdicts {
		v.counterexamples(&b, all)
	}
	toldApart(&b)
	return b.String()
})

// kept is the table of the statements that some policy breaks.
func kept(b *strings.Builder, all []claim, verdicts []verdict) {
	b.WriteString("## What holds\n\nEvery [statement](invariants.md) was tried on every policy, with all interleavings of a connection of two requests. " +
		"What is broken\nsomewhere, and in bold what a policy is meant to keep; the others hold there too, or speak of what cannot happen there:\n\n| Statement | What holds |")
	for _, v := range verdicts {
		fmt.Fprintf(b, " %s |", v.policy)
	}
	fmt.Fprintf(b, "\n|---|---|%s\n", strings.Repeat("---|", len(verdicts)))
	for _, c := range all {
		if !slices.ContainsFunc(verdicts, func(v verdict) bool { return v.broken[c.Name] != nil }) {
			continue
		}
		fmt.Fprintf(b, "| [%s](%s#%s) | %s |", c.Name, invariantsFile, c.Name, c.Says)
		for _, v := range verdicts {
			if x := v.broken[c.Name]; x != nil {
				fmt.Fprintf(b, " [broken](#%s) |", v.anchor(c.Name))
			} else if slices.Contains(c.policies, v.policy.String()) {
				b.WriteString(" **holds** |")
			} else {
				b.WriteString(" holds |")
			}
		}
		b.WriteString("\n")
	}
	var rest []string
	for _, c := range all {
		if !slices.ContainsFunc(verdicts, func(v verdict) bool { return v.broken[c.Name] != nil }) {
			rest = append(rest, fmt.Sprintf("[%s](%s#%s)", c.Name, invariantsFile, c.Name))
		}
	}
	fmt.Fprintf(b, "\nAll five keep the other %d: %s.\n\n", len(rest), strings.Join(rest, ", "))
}

func (v verdict) anchor(name string) string { return v.policy.String() + "-" + name }

// counterexamples are the shortest ways to break what the policy breaks.
func (v verdict) counterexamples(b *strings.Builder, all []claim) {
	fmt.Fprintf(b, "## %s\n\nKeeps %d of the %d statements in all of its %d states, and breaks %d. Each exchange is a\nshortest one: "+
		"the client on the left, the server with its handlers on the right.\n\n", v.policy, len(all)-len(v.broken), len(all), v.states, len(v.broken))
	for _, c := range all {
		if x := v.broken[c.Name]; x != nil {
			_, exchange, _ := strings.Cut(x.String(), "\n")
			fmt.Fprintf(b, "<a id=\"%s\"></a>**%s**: %s\n\n```\n%s```\n\n", v.anchor(c.Name), c.Name, c.Says, exchange)
		}
	}
}
