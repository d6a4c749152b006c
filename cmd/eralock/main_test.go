package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// invoke runs the command in this process.
func invoke(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(context.Background(), stdio{strings.NewReader(""), &o, &e}, args)
	return code, o.String(), e.String()
}

// TestMistakesGetOneLine: a mistake is one clear line on stderr and status 2.
func TestMistakesGetOneLine(t *testing.T) {
	for _, c := range []struct {
		args string
		says string
	}{
		{"nonsense", `unknown command "nonsense"`},
		{"check -no-such-flag", "-no-such-flag"},
		{"check node server.mjs", "behind --"},
		{"check --", "no command behind --"},
		{"check -era medieval", "medieval"},
		{"call", "no server"},
		{"call echo", "no server"},
		{"call echo [1] -- true", "must be a JSON object"},
		{"call echo {} more -- true", `unexpected argument "more"`},
		{"call -protocol both -- true", `"both"`},
		{"serve now", `unexpected argument "now"`},
		{"serve -set depth=3", `unknown key "depth"`},
		{"serve -set policy=last-frame", `unknown policy "last-frame"`},
		{"explore -requests 0", "-requests is 1 to"},
		{"explore -policy none", `unknown policy "none"`},
		{"diagram", "name one machine"},
		{"diagram clock", "clock"},
		{"diagram -format crayon era", "crayon"},
	} {
		code, out, errs := invoke(strings.Fields(c.args)...)
		require.Equal(t, exitUsage, code, c.args)
		require.Empty(t, out, c.args)
		require.Contains(t, errs, c.says, c.args)
		require.Equal(t, 1, strings.Count(errs, "\n"), c.args+"\n"+errs)
	}
}

func TestHelpTeaches(t *testing.T) {
	code, out, errs := invoke("help")
	require.Equal(t, exitOK, code)
	require.Empty(t, errs)
	for _, c := range commands() {
		require.Contains(t, out, "eralock "+c.synopsis)
		code, help, errs := invoke(c.name, "-h")
		require.Equal(t, exitOK, code, c.name)
		require.Empty(t, errs, c.name)
		require.Contains(t, help, "usage: eralock "+c.synopsis)
	}
	code, out, errs = invoke()
	require.Equal(t, exitUsage, code)
	require.Empty(t, out)
	require.Contains(t, errs, "Commands:")
}

func TestDiagram(t *testing.T) {
	code, out, _ := invoke("diagram", "request")
	require.Equal(t, exitOK, code)
	require.Contains(t, out, "stateDiagram-v2")
	code, out, _ = invoke("diagram", "-format", "dot", "era")
	require.Equal(t, exitOK, code)
	require.Contains(t, out, "digraph")
}

func TestExplore(t *testing.T) {
	code, out, errs := invoke("explore", "-requests", "2")
	require.Equal(t, exitOK, code, errs)
	require.Contains(t, out, "invariants hold")
}
