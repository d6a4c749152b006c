package specnotes

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/eralock/eralock/model"
)

// A File is one document: its name within spec-notes, and its text.
type File struct {
	Name, Text string
}

// Files makes all documents in memory, in a fixed order. It reads the hand-
// written part of the README and the comments of package model below root,
// which is the root of the module.
func Files(root fs.FS) ([]File, error) {
	words, err := readWords(root)
	if err != nil {
		return nil, err
	}
	known, err := index(Clauses())
	if err != nil {
		return nil, err
	}
	cited, err := collect(Sources(), known)
	if err != nil {
		return nil, err
	}
	pages := pages(model.Sheets())
	var files []File
	for _, p := range pages {
		text, err := p.text(words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.file(), err)
		}
		files = append(files, File{p.file(), text})
	}
	invariants, err := invariantsText()
	if err != nil {
		return nil, err
	}
	files = append(files, File{invariantsFile, invariants}, File{clausesFile, clausesText(cited)})
	for _, t := range bugTables() {
		files = append(files, File{t.file(), t.text()})
	}
	traces, err := traceability(root)
	if err != nil {
		return nil, err
	}
	files = append(files, traces...)
	spin, err := spinText(root)
	if err != nil {
		return nil, err
	}
	files = append(files, File{eraPoliciesFile, eraPoliciesText()}, File{spinFile, spin})
	files = append(files, Promela(model.Sheets())...)
	readme, err := readme(root, pages)
	if err != nil {
		return nil, err
	}
	return append(files, File{readmeFile, readme}), nil
}

// kebab is a machine's name as a file's: LegacySession is legacy-session.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}
