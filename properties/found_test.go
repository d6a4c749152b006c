package properties

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// What the properties have found in sessions, shrunk: it stays found.
func TestWhatWasFoundInSessions(t *testing.T) {
	read := func(c model.Class) Move { return Move{Class: c, ID: "n1"} }
	for _, c := range []struct {
		what  string
		opt   machine.ServerOptions
		moves []Move
	}{
		{"a listen that ends did not lock", machine.ServerOptions{Policy: model.FirstSuccess},
			[]Move{read(model.ClassListen), {Kind: EndListen}}},
		{"a listen that the end of input ends did not lock", machine.ServerOptions{Policy: model.FirstSuccess, DiscoverGrace: true},
			[]Move{read(model.ClassListen), {Kind: EOF}}},
		{"an unsent result behind a pinned acknowledgement survived the cancel", machine.ServerOptions{},
			[]Move{read(model.ClassListen), {Kind: EndListen}, {Kind: Cancel}}},
		{"an unsent result behind a pinned progress survived the cancel", machine.ServerOptions{},
			[]Move{read(model.ClassEnveloped), {Kind: Progress}, {Kind: Write}, {Kind: Result}, {Kind: Cancel}}},
		{"a cancel moved the era of a closed connection", machine.ServerOptions{Policy: model.ProbeWindow},
			[]Move{{Kind: Close}, read(model.ClassCancelled)}},
	} {
		t.Run(c.what, func(t *testing.T) {
			tw := NewTwin(c.opt)
			require.NoError(t, tw.PlayAll(c.moves))
			require.Equal(t, len(c.moves), tw.Played(), "every move is possible")
		})
	}
}

// The same for the real server.
func TestWhatWasFoundInServers(t *testing.T) {
	line := func(c model.Class, id string) act { return act{class: c, token: id} }
	for _, c := range []struct {
		what string
		acts []act
	}{
		// The slot of a cancelled call was taken by another before its answer was
		// written, and a cancel of that one took the answer back.
		{"a cancel took back the answer of another request", []act{
			line(model.ClassInitialize, `"first"`), {kind: actStall}, line(model.ClassPing, "2"), line(model.ClassBare, "1"), {kind: actCancel},
			line(model.ClassBare, "1"), {kind: actCancel}, {kind: actResume},
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			require.NoError(t, newRig(model.FirstFrame, false, server.Goroutines).play(t, c.acts))
			require.NoError(t, newRig(model.FirstFrame, false, server.Adaptive).play(t, c.acts))
		})
	}
}
