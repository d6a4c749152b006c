package specnotes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// sources reads the module's Go files: the clauses of the exported properties,
// those that the checker judges, and those that a test cites in its comment or
// its body. The tests of this package and of the checker speak of clauses
// without showing one.
func (t trace) sources(root fs.FS) error {
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "spec-notes" || d.Name() == "testdata" || len(name) > 1 && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		dir := path.Dir(name)
		switch test := strings.HasSuffix(name, "_test.go"); {
		case test && dir != "internal/check":
			return t.read(root, name, t.tests)
		case !test && dir == "properties":
			return t.read(root, name, t.properties)
		case !test && dir == "internal/check":
			return t.read(root, name, t.judged)
		}
		return nil
	})
}

// A goFile is a Go file that has been read.
type goFile struct {
	name string
	text []byte
	*ast.File
}

func (t trace) read(root fs.FS, name string, each func(goFile)) error {
	text, err := fs.ReadFile(root, name)
	if err != nil || !cites.Match(text) {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	each(goFile{name, text, file})
	return nil
}

var isTest = regexp.MustCompile(`^(Test|Fuzz|Example)`)

// tests notes a test for each clause between the start of its comment and its end.
func (t trace) tests(f goFile) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !isTest.MatchString(fn.Name.Name) {
			continue
		}
		from := fn.Pos()
		if fn.Doc != nil {
			from = fn.Doc.Pos()
		}
		text := string(f.text[from-f.FileStart : fn.End()-f.FileStart])
		t.add(text, Evidence{"test", path.Dir(f.name) + "." + fn.Name.Name, "../" + f.name})
	}
}

// properties notes the property whose ref cites the clause. A ref is a text, or
// a constant of the same file.
func (t trace) properties(f goFile) {
	constants := map[string]string{}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
			for _, s := range g.Specs {
				if spec := s.(*ast.ValueSpec); len(spec.Values) == 1 {
					constants[spec.Names[0].Name] = literal(spec.Values[0], nil)
				}
			}
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			members := map[string]string{}
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok {
						members[key.Name] = literal(kv.Value, constants)
					}
				}
			}
			t.add(members["ref"], Evidence{"property", members["name"], "../" + f.name})
		}
		return true
	})
}

// judged notes what the checker's table of clauses names.
func (t trace) judged(f goFile) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && requirement.MatchString(literal(lit, nil)) {
			t.add(literal(lit, nil), Evidence{Kind: "check", Name: "`eralock check`"})
		}
		return true
	})
}

// literal is the text of a string, or of a constant that is known.
func literal(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return strings.Trim(e.Value, "\"`")
	case *ast.Ident:
		return constants[e.Name]
	}
	return ""
}
