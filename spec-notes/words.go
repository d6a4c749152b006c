package specnotes

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
)

// words are what the comments of package model say about its enums: for each
// type the comment of each constant, in order, "" where there is none. The
// diagrams' words are explained in one place only, and that is the source.
type words map[string][]word

type word struct{ constant, meaning string }

// readWords parses the files of package model below root.
func readWords(root fs.FS) (words, error) {
	names, err := fs.Glob(root, "model/*.go")
	if err != nil {
		return nil, err
	}
	all := words{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				all.add(g)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no enum found in model/*.go: is this the root of the module?")
	}
	return all, nil
}

// add takes over the constants of one block. A constant without a type has the
// type of the one before, as iota's have.
func (w words) add(block *ast.GenDecl) {
	of := ""
	for _, s := range block.Specs {
		spec := s.(*ast.ValueSpec)
		if t, ok := spec.Type.(*ast.Ident); ok {
			of = t.Name
		}
		meaning := spec.Comment.Text()
		if meaning == "" {
			meaning = spec.Doc.Text()
		}
		for _, n := range spec.Names {
			w[of] = append(w[of], word{n.Name, strings.Join(strings.Fields(meaning), " ")})
		}
	}
}

// meaning explains the i-th word of a type. Most of the era's events are classes
// of frames, whose comments begin with their row of the ladder.
func (w words) meaning(of string, i int, name string) string {
	if m := w[of][i].meaning; m != "" {
		return m
	}
	if of != "EraEvent" {
		return ""
	}
	for _, c := range w["Class"] {
		if c.constant == "Class"+name {
			return "ladder " + c.meaning
		}
	}
	return ""
}
