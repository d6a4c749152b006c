package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/eralock/eralock/model"
)

// Promela writes the variants of one machine for SPIN: its words as small
// numbers, and its rows as an inline,
//
//	request_step(state, event, effect)
//
// that moves state by event and says in effect what is to be done. Without a
// row the state stays and there is nothing to do. A machine with variants has
// an inline of the same name for each, and the definition of a macro with the
// variant's name (Era_first_frame) chooses. It fails only as w does.
func Promela(w io.Writer, family ...model.Sheet) error {
	var b strings.Builder
	sh := family[0]
	machine, _, _ := strings.Cut(sh.Name, "/")
	define := func(infix string, words []string) {
		for i, word := range words {
			fmt.Fprintf(&b, "#define %s_%s%s %d\n", machine, infix, promelaWord(word), i)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "/* %s: states, events, effects. */\n", machine)
	define("", sh.States)
	define("on_", sh.Events)
	define("do_", sh.Effects)
	fmt.Fprintf(&b, "#define %s_start %s_%s\n", machine, machine, promelaWord(sh.Start))
	for i, sh := range family {
		fmt.Fprintf(&b, "\n/* %s: %s */\n", sh.Name, sh.Doc)
		if len(family) > 1 {
			fmt.Fprintf(&b, "#%s defined(%s)\n", [...]string{"if", "elif"}[min(i, 1)], PromelaVariant(sh))
		}
		promelaStep(&b, machine, sh)
	}
	if len(family) > 1 {
		fmt.Fprintf(&b, "#else\n#error choose a variant, such as -D%s\n#endif\n", PromelaVariant(sh))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// PromelaVariant is the macro that chooses sh among its family.
func PromelaVariant(sh model.Sheet) string {
	return strings.NewReplacer("/", "_", "-", "_").Replace(sh.Name)
}

// promelaStep writes the rows, those of a state together: two short decisions
// are quicker than a long one.
func promelaStep(b *strings.Builder, machine string, sh model.Sheet) {
	fmt.Fprintf(b, "inline %s_step(state, event, effect) {\n\teffect = %s_do_%s;\n\tif\n",
		strings.ToLower(machine), machine, promelaWord(sh.Effects[0]))
	from := ""
	for _, r := range sh.Rows {
		if r.From != from {
			if from != "" {
				b.WriteString("\t\t:: else\n\t\tfi\n")
			}
			from = r.From
			fmt.Fprintf(b, "\t:: state == %s_%s ->\n\t\tif\n", machine, from)
		}
		fmt.Fprintf(b, "\t\t:: event == %s_on_%s -> state = %s_%s", machine, r.On, machine, r.To)
		if r.Do != "" {
			fmt.Fprintf(b, "; effect = %s_do_%s", machine, r.Do)
		}
		fmt.Fprintf(b, " /* %s */\n", r.Ref)
	}
	if from != "" {
		b.WriteString("\t\t:: else\n\t\tfi\n")
	}
	b.WriteString("\t:: else\n\tfi\n}\n")
}

// promelaWord is an identifier: the empty effect has a name too.
func promelaWord(word string) string {
	if word == "-" {
		return "Nothing"
	}
	return word
}
