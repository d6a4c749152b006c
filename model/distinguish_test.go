package model

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func distinctions(p, q Policy, view func(Seen) Seen) map[string]Distinction {
	all := map[string]Distinction{}
	for _, d := range Distinguish(NewSystem(p, false, 3), NewSystem(q, false, 3), 3, view) {
		var words []string
		for _, c := range d.Cues {
			words = append(words, c.String())
		}
		all[strings.Join(words, "; ")] = d
	}
	return all
}

func TestEveryPairOfPoliciesIsToldApart(t *testing.T) {
	for i, p := range Policies() {
		require.Empty(t, distinctions(p, p, Exactly), "%s differs from itself", p)
		for _, q := range Policies()[i+1:] {
			for _, view := range []func(Seen) Seen{Exactly, Roughly} {
				all := distinctions(p, q, view)
				require.NotEmpty(t, all, "%s and %s", p, q)
				back := distinctions(q, p, view)
				for words, d := range all {
					require.Equal(t, d.A, back[words].B, "%s: the other way round", words)
					last := len(d.Cues) - 1
					require.NotEqual(t, d.A[last], d.B[last], words)
					for k := range last {
						require.True(t, slices.EqualFunc(d.A[k], d.B[k], func(x, y Seen) bool { return view(x) == view(y) }), words)
					}
				}
			}
		}
	}
}

// The conversations that the policies are known by (policies, "Fingerprint").
func TestKnownFingerprintsAreFound(t *testing.T) {
	initialize := [2]string{"InitializeResult", "error -32022"}
	for _, c := range []struct {
		p, q  Policy
		words string
		a, b  string
	}{
		{FirstFrame, FirstSuccess, "listen; initialize", initialize[1], initialize[0]},
		{FirstFrame, OpeningRequest, "unsupported version; initialize", initialize[0], initialize[1]},
		{FirstFrame, ProbeWindow, "discover; initialize", initialize[1], initialize[0]},
		{FirstFrame, ProbeWindow, "notification; enveloped", "modern result", "error -32602"},
		{FirstSuccess, OpeningRequest, "unsupported version; initialize", initialize[0], initialize[1]},
		{FirstFrame, Concurrent, "enveloped; initialize", initialize[1], initialize[0]},
		{OpeningRequest, ProbeWindow, "discover; initialize", initialize[1], initialize[0]},
		{OpeningRequest, Concurrent, "ping; enveloped", "error -32600", "modern result"},
		{ProbeWindow, Concurrent, "enveloped unknown; initialize", initialize[1], initialize[0]},
	} {
		d, ok := distinctions(c.p, c.q, Roughly)[c.words]
		require.True(t, ok, "%s and %s: %s", c.p, c.q, c.words)
		require.Equal(t, []string{c.a, c.b}, []string{d.A[1][0].String(), d.B[1][0].String()}, c.words)
	}
}

// A pair that a table does not tell apart is not told apart: with the rows of
// the other there is no difference, and without its last difference none is found.
func TestDistinguishReadsTheTables(t *testing.T) {
	twin := NewSystem(FirstSuccess, false, 3)
	twin.Era = Era(FirstFrame, false)
	require.Empty(t, Distinguish(NewSystem(FirstFrame, false, 3), twin, 2, Exactly))
}

// cues are the letters of policy_pairs.json.
var cues = map[string]Cue{
	"D": {ClassDiscover, 0}, "d": {ClassBareDiscover, 0}, "F": {ClassUnsupportedVersion, 0}, "X": {ClassEnvelopedUnknown, 0},
	"M": {ClassEnveloped, Returns}, "Ls": {ClassListen, 0}, "P": {ClassEnveloped, Speaks}, "K": {ClassEnveloped, Parks},
	"I": {ClassInitialize, 0}, "p": {ClassPing, 0}, "t": {ClassBare, 0}, "n": {ClassNotification, 0},
}

func TestSharedPairsAreFound(t *testing.T) {
	text, err := os.ReadFile("../../shared/cases/policy_pairs.json")
	if err != nil {
		t.Skip("needs ../shared/cases")
	}
	var file struct {
		Pairs []struct {
			Pair      []string
			Witnesses []map[string][]string // frames, and what each of the two says
		}
	}
	require.NoError(t, json.Unmarshal(text, &file))
	found := 0
	for _, pair := range file.Pairs {
		p, _ := ParsePolicy(pair.Pair[0])
		q, _ := ParsePolicy(pair.Pair[1])
		for _, w := range pair.Witnesses {
			vague := func(answer string) bool { return strings.Contains(answer, "/") || strings.Contains(answer, "err") }
			if slices.Contains(w["frames"], "R") || slices.ContainsFunc(slices.Concat(w[p.String()], w[q.String()]), vague) {
				continue // the release of a parked call is no frame, and some answers are left open there
			}
			found++
			require.NotEqual(t, say(p, w["frames"]), say(q, w["frames"]), "%s and %s: %s", p, q, w["frames"])
		}
	}
	require.Greater(t, found, 50)
}

// say is what a server of policy p says to frames.
func say(p Policy, frames []string) (all [][]Seen) {
	sys := NewSystem(p, false, 3)
	w := sys.Start()
	for _, f := range frames {
		var replies []Seen
		w, replies = sys.converse(w, cues[f])
		all = append(all, replies)
	}
	return all
}
