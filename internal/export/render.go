package export

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/eralock/eralock/model"
)

// ErrFormat says that no such format is known.
var ErrFormat = errors.New("unknown format")

// Formats lists what Render accepts, the default first.
func Formats() []string { return []string{"mermaid", "dot", "text", "promela"} }

// Render writes sh in a format of Formats, or fails with ErrFormat, or as w
// does.
func Render(w io.Writer, format string, sh model.Sheet) error {
	switch format {
	case "mermaid":
		return Mermaid(w, sh)
	case "dot":
		return DOT(w, sh)
	case "text":
		return Listing(w, sh)
	case "promela":
		return Promela(w, sh)
	}
	return fmt.Errorf("%w %q: choose one of %s", ErrFormat, format, strings.Join(Formats(), ", "))
}
