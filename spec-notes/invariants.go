package specnotes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
)

const invariantsFile = "invariants.md"

// A claim is an invariant and the policies that keep it.
type claim struct {
	model.Invariant
	policies []string
}

// claims are the invariants of all policies, each once. One that only a later
// policy has goes where that policy's list has it.
func claims() []claim {
	var all []claim
	for _, p := range model.Policies() {
		at := 0
		for _, v := range model.Invariants(model.NewSystem(p, false, 2)) {
			i := slices.IndexFunc(all, func(c claim) bool { return c.Name == v.Name })
			if i < 0 {
				i, all = at, slices.Insert(all, at, claim{Invariant: v})
			}
			all[i].policies = append(all[i].policies, p.String())
			at = i + 1
		}
	}
	return all
}

// invariantsSource is what the invariants cite.
func invariantsSource() Source {
	s := Source{Name: "Invariants", File: invariantsFile}
	for _, c := range claims() {
		s.Refs = append(s.Refs, c.Ref)
	}
	for _, c := range append(model.ClientClaims(), model.PairClaims()...) {
		s.Refs = append(s.Refs, c.Ref)
	}
	return s
}

func invariantsText() (string, error) {
	var b strings.Builder
	b.WriteString(generated + "# Invariants\n\n" +
		"What holds in every step of a server's connection, whatever its peer sends and in whatever order. The explorer checks each\n" +
		"of them in every state that the composed tables reach.\n\n" +
		"| Invariant | What holds | Policies | Clauses |\n|---|---|---|---|\n")
	for _, c := range claims() {
		clauses, err := links(c.Ref)
		if err != nil {
			return "", fmt.Errorf("invariant %s: %w", c.Name, err)
		}
		policies := "all"
		if len(c.policies) < len(model.Policies()) {
			policies = strings.Join(c.policies, ", ")
		}
		fmt.Fprintf(&b, "| <a id=\"%s\"></a>%s | %s | %s | %s |\n", c.Name, c.Name, c.Says, policies, clauses)
	}
	for _, world := range []struct {
		title, about string
		claims       []model.Claim
	}{
		{"A client and any server", "What holds of a client in every mode, whatever its server answers, in whatever order, or if it says nothing or ends.", model.ClientClaims()},
		{"Our client and our server", "What holds of both together, over two pipes, whoever loses patience or ends, and whenever.", model.PairClaims()},
	} {
		b.WriteString("\n# " + world.title + "\n\n" + world.about + "\n\n| Claim | What holds | Clauses |\n|---|---|---|\n")
		for _, c := range world.claims {
			clauses, err := links(c.Ref)
			if err != nil {
				return "", fmt.Errorf("claim %s: %w", c.Name, err)
			}
			fmt.Fprintf(&b, "| <a id=\"%s\"></a>%s | %s | %s |\n", c.Name, c.Name, c.Says, clauses)
		}
	}
	return b.String(), nil
}
