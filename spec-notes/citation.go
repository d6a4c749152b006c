package specnotes

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ErrCitation says that a citation cannot be read.
var ErrCitation = errors.New("bad citation")

// An ID names one clause: "rules A5", "decisions E2", "ladder 10", "ladder"
// (what precedes its rows), "policies ProbeWindow" or "S-META-7".
type ID string

// anchor is where the clause stands within its document.
func (id ID) anchor() string { return strings.ToLower(strings.ReplaceAll(string(id), " ", "-")) }

// link leads to the clause.
func (id ID) link() string { return fmt.Sprintf("[%s](%s#%s)", id, clausesFile, id.anchor()) }

// atoms is what may follow the name of each document.
var atoms = map[string]*regexp.Regexp{
	"rules":     regexp.MustCompile(`^[A-C][1-9][0-9]?$`),
	"decisions": regexp.MustCompile(`^[EACK][1-9][0-9]?$`),
	"ladder":    regexp.MustCompile(`^[1-9][0-9]?$`),
	"policies":  regexp.MustCompile(`^[A-Z][A-Za-z]+$`),
}

var requirement = regexp.MustCompile(`^[SC]-[A-Z]+-[1-9][0-9]*$`)

// Parse reads a citation such as "rules A5 and A9, C2, decisions E2, S-META-7,
// ladder 20 to 22": one ID for each clause, in the order of the text. The name
// of a document holds until another follows. It fails with ErrCitation.
func Parse(ref string) ([]ID, error) {
	spans, err := parse(ref)
	if err != nil {
		return nil, err
	}
	var ids []ID
	for _, s := range spans {
		ids = append(ids, s...)
	}
	return ids, nil
}

// A span is one clause, or all from one to another.
type span []ID

func parse(ref string) ([]span, error) {
	var spans []span
	document := ""
	for _, part := range strings.Split(ref, ", ") {
		if requirement.MatchString(part) || part == "ladder" {
			spans = append(spans, span{ID(part)})
			continue
		}
		if name, rest, ok := strings.Cut(part, " "); ok && atoms[name] != nil {
			document, part = name, rest
		}
		for _, atom := range strings.Split(part, " and ") {
			s := spanOf(document, atom)
			if s == nil {
				return nil, fmt.Errorf("%w %q: %q is no clause of rules, decisions, ladder, policies or the specification", ErrCitation, ref, atom)
			}
			spans = append(spans, s)
		}
	}
	return spans, nil
}

// spanOf reads "A5", or rows of the ladder as "20 to 22". It is nil for what a
// document does not have.
func spanOf(document, atom string) span {
	shape := atoms[document]
	if shape == nil {
		return nil
	}
	if shape.MatchString(atom) {
		return span{ID(document + " " + atom)}
	}
	first, last, _ := strings.Cut(atom, " to ")
	from, _ := strconv.Atoi(first)
	to, _ := strconv.Atoi(last)
	if document != "ladder" || from < 1 || to > 99 {
		return nil
	}
	var s span
	for row := from; row <= to; row++ {
		s = append(s, ID(fmt.Sprintf("%s %d", document, row)))
	}
	return s
}

// links is the citation with each clause a link; of many in a row the ends.
func links(ref string) (string, error) {
	spans, err := parse(ref)
	if err != nil {
		return "", err
	}
	out := make([]string, len(spans))
	for i, s := range spans {
		out[i] = s[0].link()
		if len(s) > 1 {
			out[i] += " to " + s[len(s)-1].link()
		}
	}
	return strings.Join(out, ", "), nil
}
