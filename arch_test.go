package eralock

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/eralock/eralock/"

// rooms is the house: who may import whom, beside the standard library. A
// package that is not listed does not exist. Tests may also import what is
// under "tests", and the packages of testing.
var rooms = map[string]struct{ may, tests []string }{
	"protocol":         {may: []string{"internal/integer", "json"}, tests: []string{"jsonschema"}},
	"model":            {},
	"internal/integer": {may: []string{"json"}},
	"machine":          {may: []string{"model", "stateless"}},
	"internal/wire":    {may: []string{"internal/integer", "protocol", "model", "json"}},
	"internal/serve":   {may: []string{"machine", "model", "internal/wire", "protocol"}, tests: []string{"json"}},
	"internal/proc":    {},
	"internal/trace":   {may: []string{"model"}},
	"internal/export":  {may: []string{"model"}},
	"internal/check":   {may: []string{"model", "internal/wire", "protocol", "internal/proc", "internal/trace", "json"}},
	"server":           {may: []string{"machine", "model", "internal/integer", "internal/wire", "protocol", "internal/serve", "json", "jsonschema", "uritemplate"}},
	"client":           {may: []string{"machine", "model", "internal/wire", "protocol", "internal/proc", "json"}},
	"internal/kiln":    {may: []string{"server", "protocol", "json"}, tests: []string{"model"}},
	"internal/driver":  {may: []string{"client", "protocol", "json"}},
	"properties": {may: []string{"model", "machine", "internal/wire", "protocol", "internal/proc", "rapid", "json"},
		tests: []string{"server", "client", "internal/kiln"}},
	"fuzz":                {tests: []string{"model", "machine", "internal/wire", "protocol", "internal/serve", "internal/trace", "server", "client", "internal/kiln", "properties", "json"}},
	"spec-notes":          {may: []string{"model", "internal/export"}},
	"spec-notes/generate": {may: []string{"spec-notes"}},
	"spec-notes/spin":     {may: []string{"spec-notes", "model"}, tests: []string{"internal/export"}},
	"cmd/eralock": {may: []string{"model", "machine", "internal/wire", "protocol", "internal/serve", "internal/proc", "internal/trace",
		"internal/export", "internal/check", "server", "client", "internal/kiln", "internal/driver", "json"}},
}

// outside names the modules that a room may be granted.
var outside = map[string]string{
	"json":        "github.com/go-json-experiment/json",
	"stateless":   "github.com/qmuntal/stateless",
	"rapid":       "pgregory.net/rapid",
	"jsonschema":  "github.com/google/jsonschema-go",
	"uritemplate": "github.com/yosida95/uritemplate/v3",
}

var testTools = []string{"github.com/stretchr/testify", "github.com/google/go-cmp", "go.uber.org/goleak", "pgregory.net/rapid"}

// pure packages import nothing that touches the world.
var worldly = []string{"io", "os", "net", "time", "context", "syscall", "os/exec", "io/fs"}

type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

func packages(t *testing.T) []pkg {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...").Output()
	require.NoError(t, err)
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

func granted(path string, grants []string) bool {
	for _, g := range grants {
		if m, ok := outside[g]; ok {
			if path == m || strings.HasPrefix(path, m+"/") {
				return true
			}
		} else if path == module+g {
			return true
		}
	}
	return false
}

func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// check says which imports of p no grant covers.
func check(p pkg) (bad []string) {
	name := strings.TrimPrefix(p.ImportPath, module)
	room, ok := rooms[name]
	if !ok {
		return []string{"there is no room " + name + " in the house"}
	}
	for _, i := range p.Imports {
		if name == "model" && slices.Contains(worldly, i) {
			bad = append(bad, name+" is pure, but imports "+i)
		}
		if !standard(i) && !granted(i, room.may) {
			bad = append(bad, name+" must not import "+i)
		}
	}
	for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
		own := i == p.ImportPath
		tool := slices.ContainsFunc(testTools, func(m string) bool { return strings.HasPrefix(i, m) })
		if !standard(i) && !own && !tool && !granted(i, room.may) && !granted(i, room.tests) {
			bad = append(bad, "the tests of "+name+" must not import "+i)
		}
	}
	return bad
}

func TestImportsFollowTheHouse(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath+"/" == module {
			continue
		}
		require.Empty(t, check(p))
	}
}

func TestImportCheckBites(t *testing.T) {
	require.NotEmpty(t, check(pkg{ImportPath: module + "model", Imports: []string{"os"}}))
	require.NotEmpty(t, check(pkg{ImportPath: module + "internal/check", Imports: []string{module + "server"}}))
	require.NotEmpty(t, check(pkg{ImportPath: module + "util"}))
	require.NotEmpty(t, check(pkg{ImportPath: module + "client", TestImports: []string{module + "server"}}))
	require.Empty(t, check(pkg{ImportPath: module + "machine", Imports: []string{"context", module + "model"}}))
}

// Package net brings the C library's resolver and threads with it, where there
// is a C compiler: 2 ms of every start, and nobody here needs a network.
func TestTheCommandLinksNoCLibrary(t *testing.T) {
	for _, system := range []string{"linux", "darwin"} {
		list := exec.Command("go", "list", "-deps", "./cmd/eralock")
		list.Env = append(list.Environ(), "GOOS="+system, "CGO_ENABLED=1")
		out, err := list.Output()
		require.NoError(t, err)
		require.NotContains(t, strings.Fields(string(out)), "net", system)
	}
}
