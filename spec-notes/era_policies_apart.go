package specnotes

import (
	"fmt"
	"strings"

	"github.com/eralock/eralock/model"
)

// toldApart is the part about pairs of policies.
func toldApart(b *strings.Builder) {
	b.WriteString("## Told apart\n\nThe shortest conversations that two policies answer differently, each frame answered before the next one leaves. " +
		"*Roughly* is the\nview of a client that only looks at what is served and what is refused: it works on servers that choose other codes. " +
		"*Exactly* looks at\nthe codes too. *As short* is how many conversations of that length there are.\n\n| Policies | Roughly | the answers to the last frame | as short | Exactly | as short |\n|---|---|---|---|---|---|\n")
	policies := model.Policies()
	var lists strings.Builder
	for i, p := range policies {
		for _, q := range policies[i+1:] {
			rough, exact := between(p, q, model.Roughly), between(p, q, model.Exactly)
			d := handiest(rough)
			last := len(d.Cues) - 1
			fmt.Fprintf(b, "| %s, %s | %s | %s, %s | %d | %s | %d |\n", p, q, conversation(d), replies(d.A[last]), replies(d.B[last]), len(rough),
				conversation(handiest(exact)), len(exact))
			fmt.Fprintf(&lists, "<details><summary>%s and %s, roughly: %d</summary>\n\n| Conversation | %s | %s |\n|---|---|---|\n", p, q, len(rough), p, q)
			for _, d := range rough {
				fmt.Fprintf(&lists, "| %s | %s | %s |\n", conversation(d), exchange(d.A), exchange(d.B))
			}
			lists.WriteString("\n</details>\n\n")
		}
	}
	b.WriteString("\nAll of the shortest:\n\n" + lists.String())
}

func between(p, q model.Policy, view func(model.Seen) model.Seen) []model.Distinction {
	return model.Distinguish(model.NewSystem(p, false, policyCues), model.NewSystem(q, false, policyCues), policyCues, view)
}

// handiest is the first whose calls need no particular handler, and which asks
// for the handshake last: the answer to it is hard to mistake.
func handiest(all []model.Distinction) model.Distinction {
	for _, d := range all {
		plain := d.Cues[len(d.Cues)-1].Class == model.ClassInitialize
		for _, c := range d.Cues {
			plain = plain && c.Handle == model.Returns
		}
		if plain {
			return d
		}
	}
	return all[0]
}

// conversation is what the client says.
func conversation(d model.Distinction) string {
	words := make([]string, len(d.Cues))
	for i, c := range d.Cues {
		words[i] = c.String()
	}
	return strings.Join(words, "; ")
}

// exchange is what the server says, cue by cue.
func exchange(all [][]model.Seen) string {
	words := make([]string, len(all))
	for i, r := range all {
		words[i] = replies(r)
	}
	return strings.Join(words, "; ")
}

func replies(all []model.Seen) string {
	if len(all) == 0 {
		return "nothing"
	}
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = s.String()
	}
	return strings.Join(words, " and ")
}
