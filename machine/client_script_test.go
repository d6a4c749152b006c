package machine_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
)

// A clientScript plays a conversation, one step a line:
//
//	input -> action, action
//
// Handles are written #1, #2, … in the order in which they appear. The run
// returns the same text with the actions that really came.
type clientScript struct {
	session *machine.ClientSession
	refs    []machine.Ref
}

var clientInputs = map[string]machine.ClientOn{
	"write": machine.ClientOnWrite, "result": machine.ClientOnResult, "error": machine.ClientOnError,
	"progress": machine.ClientOnProgress, "acknowledged": machine.ClientOnAcknowledged, "event": machine.ClientOnEvent,
	"remote-cancel": machine.ClientOnRemoteCancel, "server-ping": machine.ClientOnPing, "server-request": machine.ClientOnRequest,
	"cancel": machine.ClientOnCancel, "timeout": machine.ClientOnTimeout, "started": machine.ClientOnStarted,
	"unsent":       machine.ClientOnUnsent,
	"start-failed": machine.ClientOnStartFailed, "lost": machine.ClientOnLost, "broken": machine.ClientOnBroken, "exit": machine.ClientOnExit,
	"grace": machine.ClientOnGrace, "close": machine.ClientOnClose, "kill": machine.ClientOnKill,
}

var clientKinds = map[string]machine.ClientKind{
	"call": machine.KindCall, "connect": machine.KindConnect, "ping": machine.KindPing,
	"discover": machine.KindDiscover, "listen": machine.KindListen,
}

// input reads the left side of a line: an input or a kind of call, then any of
// #ref, =id, a version, an answer.
func (c *clientScript) input(t *testing.T, text string) machine.ClientInput {
	words := strings.Fields(text)
	in := machine.ClientInput{On: machine.ClientOnCall}
	if on, ok := clientInputs[words[0]]; ok {
		in.On = on
	} else {
		kind, ok := clientKinds[words[0]]
		require.True(t, ok, "no such input: %s", text)
		if in.Kind = kind; kind == machine.KindListen || kind == machine.KindDiscover {
			in.Lanes = machine.OnModern
		}
	}
	for _, w := range words[1:] {
		switch {
		case w[0] == '#':
			n, err := strconv.Atoi(w[1:])
			require.NoError(t, err)
			in.Ref = c.refs[n-1]
		case w[0] == '=':
			id, err := strconv.ParseUint(w[1:], 10, 64)
			require.NoError(t, err)
			in.ID = id
		case w[0] == '2':
			in.Version = w
		case w == "legacy-only-method":
			in.Lanes = machine.OnLegacy
		default:
			in.Answer = answerNamed(t, strings.ReplaceAll(w, "-", " "))
		}
	}
	return in
}

func answerNamed(t *testing.T, name string) machine.Answer {
	for a := machine.AnswerPlain; a <= machine.AnswerNotInitialized; a++ {
		if a.String() == name {
			return a
		}
	}
	require.Fail(t, "no such answer", name)
	return 0
}

func (c *clientScript) action(a machine.ClientAction) string {
	text := a.Do.String()
	if a.Ref != 0 {
		i := slices.Index(c.refs, a.Ref)
		if i < 0 {
			i, c.refs = len(c.refs), append(c.refs, a.Ref)
		}
		text += fmt.Sprintf(" #%d", i+1)
	}
	if a.ID != 0 {
		text += fmt.Sprintf(" =%d", a.ID)
	}
	if a.Do == machine.ClientDoQueue || a.Do == machine.ClientDoWrite {
		text += " " + a.Lane.String()
	}
	if a.Do == machine.ClientDoEnd {
		text += " " + a.Ending.String()
	}
	if a.Version != "" {
		text += " " + a.Version
	}
	return text
}

func (c *clientScript) play(t *testing.T, script string) string {
	var out []string
	for line := range strings.Lines(script) {
		left, _, _ := strings.Cut(strings.TrimSpace(line), " ->")
		if left == "" {
			continue
		}
		var acts []string
		for _, a := range c.session.Step(c.input(t, left), nil) {
			acts = append(acts, c.action(a))
		}
		out = append(out, strings.TrimSpace(left+" -> "+strings.Join(acts, ", ")))
	}
	return strings.Join(out, "\n")
}

// requireScript plays script and compares it with what really happened.
func requireScript(t *testing.T, opt machine.ClientOptions, script string) {
	t.Helper()
	if opt.Version == "" {
		opt.Version = "2026-07-28"
	}
	c := &clientScript{session: machine.NewClientSession(opt)}
	var want []string
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" {
			want = append(want, line)
		}
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), c.play(t, script)); diff != "" {
		t.Error(diff)
	}
}
