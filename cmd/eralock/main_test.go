package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
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
		{"check -timeout -1s -- true", "-timeout must be positive"},
		{"check -repeat -1 -- true", "-repeat must be 0 or more"},
		{"check -max-length 0 -- true", "-max-length must be 1 or more"},
		{"check -parallel -1 -- true", "-parallel must be 0 or more"},
		{"check -slow-args {] -- true", "-slow-args must be a JSON object, not {]"},
		{"check -change-args 7 -- true", "-change-args must be a JSON object, not 7"},
		{"help chek", `unknown command "chek"`},
		{"call", "no server"},
		{"call listen {\"toolListChanged\":true} -- true", `"toolListChanged"`},
		{"call echo", "no server"},
		{"call echo [1] -- true", "must be a JSON object"},
		{"call echo {} more -- true", `unexpected argument "more"`},
		{"call -protocol both -- true", `"both"`},
		{"serve now", `unexpected argument "now"`},
		{"serve -set depth=3", `unknown key "depth"`},
		{"serve -set policy=last-frame", `unknown policy "last-frame"`},
		{"explore -requests 0", "-requests is 1 to"},
		{"explore -requests many", "no number"},
		{"explore -policy none", `unknown policy "none"`},
		{"explore -requests 6", "-requests is 1 to 5"},
		{"explore -listens 3", "-listens is 1 to 2"},
		{"explore -world moon", `unknown world "moon"`},
		{"explore -world product -requests 3", "-requests is 0 to 2"},
		{"explore -mode both", `unknown mode "both"`},
		{"prove it", `unexpected argument "it"`},
		{"prove -write", "-write of a -page"},
		{"prove -world moon", `unknown world "moon"`},
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
		_, same, _ := invoke("help", c.name)
		require.Equal(t, help, same)
	}
	code, out, errs = invoke()
	require.Equal(t, exitUsage, code)
	require.Empty(t, out)
	require.Contains(t, errs, "Commands:")
}

func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "--version"} {
		code, out, errs := invoke(word)
		require.Equal(t, exitOK, code)
		require.Regexp(t, `^eralock \S+\n$`, out)
		require.Empty(t, errs)
	}
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
	for _, c := range []struct{ args, says string }{
		{"explore -requests 1 -listens 1", "server, Era/first-frame, 1 requests, 1 listens: "},
		{"explore -requests 1 -listens 1 -policy probe-window", "Era/probe-window"},
		{"explore -world negotiation -requests 1", "negotiation, Negotiation/auto, 1 calls: "},
		{"explore -world product -requests 1 -listens 0 -mode legacy -policy concurrent", "product, Negotiation/legacy, Era/concurrent, 1 calls, 0 listens, pipes of 2 and 3: "},
	} {
		code, out, errs := invoke(strings.Fields(c.args)...)
		require.Equal(t, exitOK, code, out+errs)
		require.Contains(t, out, c.says)
		require.Regexp(t, `\d+ states, \d+ edges, depth \d+, \d+\.\d\d s, \d+ edges/s\n`, out)
		require.Contains(t, out, "invariants hold")
		require.Regexp(t, `after +\d+ moves: `, out)
	}
}

// What a walk finds is an exchange in two columns, and exit status 1.
func TestFoundIsAnExchange(t *testing.T) {
	sys := model.NewSystem(model.FirstFrame, false, 2)
	sys.Era = model.Era(model.FirstSuccess, false)
	var out bytes.Buffer
	require.True(t, report(&out, model.Explore(sys, model.ExploreOptions{})))
	require.Contains(t, out.String(), "BROKEN: lock-with-first-frame (rules A5, decisions E2)")
	require.Regexp(t, `(?m)^ +client +\| server$`, out.String())
	require.Regexp(t, `(?m)^ +> listen #1 +\|$`, out.String())
	require.Regexp(t, `(?m)^ +\| < acknowledgement #1$`, out.String())
	require.False(t, report(&out, model.Result{}))
	require.True(t, report(&out, model.Result{Missing: []string{"the moon"}}))
}

// The proof of one world; the whole takes longer and is make prove.
func TestProve(t *testing.T) {
	var out bytes.Buffer
	p := proof{out: &out, workers: 2}
	p.walk(model.NegotiationProof(model.ModeLegacy, model.NegotiationIdle, 1))
	for _, s := range model.Suspects() {
		if s.Table == "Outbound" || s.Table == "Negotiation/legacy" {
			p.accuse(s)
		}
	}
	require.Equal(t, exitOK, p.summary(), out.String())
	require.Regexp(t, `\neralock prove: (\d+)/(\d+) mutants killed, 1 walks, \d+ states, \d+ edges, \d+ invariants, \d+ s\n$`, out.String())
	require.Equal(t, p.mutants, p.killed)

	page := filepath.Join(t.TempDir(), "proved.md")
	require.True(t, p.keep(page, false), "there is none")
	require.False(t, p.keep(page, true))
	require.False(t, p.keep(page, false))
	p.states++
	require.True(t, p.keep(page, false))
	p.stale = true
	require.Equal(t, exitFound, p.summary())
	require.Contains(t, out.String(), "STALE")
}

// A mutant that lives is named, and fails the proof.
func TestProveNamesWhoLives(t *testing.T) {
	var out bytes.Buffer
	p := proof{out: &out, workers: 1}
	p.accuse(model.Suspect{Table: "Toy", Mutants: []string{"Toy: A/B dropped"}, Try: func(int) model.Kill { return model.Kill{Mutant: "Toy: A/B dropped"} }})
	require.Equal(t, exitFound, p.summary())
	require.Contains(t, out.String(), "ALIVE: Toy: A/B dropped")
	require.Contains(t, out.String(), "0/1 mutants killed")
}
