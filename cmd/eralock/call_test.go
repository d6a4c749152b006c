package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/protocol"
)

const beServer = "ERALOCK_TEST_SERVE"

// TestMain is the command itself where the variable has its arguments: the test
// binary, started again, is the fixture server.
func TestMain(m *testing.M) {
	if args := strings.Fields(os.Getenv(beServer)); len(args) > 0 {
		os.Exit(run(context.Background(), stdio{os.Stdin, os.Stdout, os.Stderr}, args))
	}
	os.Exit(m.Run())
}

// callKiln runs eralock call against the fixture server.
func callKiln(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Setenv(beServer, "serve")
	return invoke(append(append([]string{"call"}, args...), "--", os.Args[0])...)
}

func TestCall(t *testing.T) {
	for _, c := range []struct {
		args      []string
		code      int
		out, errs string
	}{
		{[]string{}, exitOK, "echo_len", ""},
		{[]string{"tools"}, exitOK, "echo_len", ""},
		{[]string{"echo", `{"text":"hi"}`}, exitOK, "hi\n", ""},
		{[]string{"tool", "echo", `{"text":"hi"}`}, exitOK, "hi\n", ""},
		{[]string{"-protocol", "legacy", "echo", `{"text":"hi"}`}, exitOK, "hi\n", ""},
		{[]string{"-json", "echo", `{"text":"hi"}`}, exitOK, `"content":[{"type":"text","text":"hi"}]`, ""},
		{[]string{"progress", `{"n":1}`}, exitOK, "reported 1\n", "progress [####################] 1 of 1: step 1\n"},
		{[]string{"soft_fail"}, exitFound, "a soft failure", ""},
		{[]string{"quiet_fail"}, exitFound, "", "(code -32603)"},
		{[]string{"ask_color"}, exitFound, "", "(code -32021)\nit needs a client with {\"elicitation\":{\"form\":{}}}"},
		{[]string{"-timeout", "200ms", "park"}, exitFound, "", "no answer in time"},
		{[]string{"resources"}, exitOK, "kiln://glaze/7", ""},
		{[]string{"templates"}, exitOK, "test://item/{id}", ""},
		{[]string{"read", "kiln://glaze/7"}, exitOK, "celadon", ""},
		{[]string{"prompts"}, exitOK, "greet", ""},
		{[]string{"prompt", "greet", `{"name":"Ada"}`}, exitOK, "Ada", ""},
		{[]string{"prompt", "greet", `{"name":7}`}, exitUsage, "", "must all be strings"},
		{[]string{"listen", `{"toolsListChanged":1}`}, exitUsage, "", "toolsListChanged must be a boolean"},
		{[]string{"-protocol", "legacy", "listen"}, exitUsage, "", "2026-07-28"},
		{[]string{"-v", "tools"}, exitOK, "", "kiln 3.1.4, modern era, version 2026-07-28"},
	} {
		code, out, errs := callKiln(t, c.args...)
		require.Equal(t, c.code, code, "%v: %s", c.args, errs)
		require.Contains(t, out, c.out, c.args)
		require.Contains(t, errs, c.errs, c.args)
	}
}

// What a server prints beside the protocol is skipped; -v tells.
func TestCallCountsWhatIsSkipped(t *testing.T) {
	t.Setenv(beServer, "serve")
	for flag, told := range map[string]bool{"-v": true, "-json": false} {
		code, _, errs := invoke("call", flag, "tools", "--", "sh", "-c", `echo Welcome; echo to me; exec "$0"`, os.Args[0])
		require.Equal(t, exitOK, code, errs)
		require.Equal(t, told, strings.HasSuffix(errs, "no messages, and were skipped: 2\n"), errs)
	}
}

// A program that does not speak MCP could not be looked at: status 2.
func TestCallOfWhatIsNoServer(t *testing.T) {
	code, out, errs := invoke("call", "-timeout", "10ms", "--", "sh", "-c", "while read line; do :; done")
	require.Equal(t, exitUsage, code, errs)
	require.Empty(t, out)
	require.Equal(t, 1, strings.Count(errs, "\n"), errs)
}

func TestCallMistakes(t *testing.T) {
	for args, says := range map[string]string{
		"call read -- true":                 "read needs the URI",
		"call tools {} -- true":             `unexpected argument "{}"`,
		"call prompt -- true":               "prompt needs the name",
		"call listen [] -- true":            "must be a JSON object",
		"call -timeout -1s -- true":         "-timeout must be positive",
		"call -trace /no/such/f -- true":    "/no/such/f",
		"drive -- true":                     "-scenario",
		"drive -scenario x":                 "no server",
		"drive -scenario /no/such/f -- sh":  "/no/such/f",
		"drive -scenario x more -- command": `unexpected argument "more"`,
	} {
		code, out, errs := invoke(strings.Fields(args)...)
		require.Equal(t, exitUsage, code, args)
		require.Empty(t, out, args)
		require.Contains(t, errs, says, args)
	}
}

// The trace is what passed, in order and with times.
func TestCallTrace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	code, _, errs := callKiln(t, "-trace", path, "echo", `{"text":"hi"}`)
	require.Equal(t, exitOK, code, errs)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	records, err := trace.ReadLines(f)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(records), 4)
	for i, want := range []struct {
		kind trace.Kind
		text string
	}{{trace.Sent, "server/discover"}, {trace.Received, "supportedVersions"}, {trace.Sent, "tools/call"}, {trace.Received, `"hi"`}} {
		require.Equal(t, want.kind, records[i].Kind, i)
		require.Contains(t, string(records[i].Data), want.text)
	}
}

// What the help shows can be played.
func TestDriveExample(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scenario.json")
	require.NoError(t, os.WriteFile(path, []byte(driveExample), 0o600))
	t.Setenv(beServer, "serve")
	code, out, errs := invoke("drive", "-scenario", path, "--", os.Args[0])
	require.Equal(t, exitOK, code, errs)
	require.Equal(t, 4, strings.Count(out, `"ok":true`), out)
	require.Contains(t, out, `"hi"`)
}

// What could not be looked at is told from what went wrong in it.
func TestDriveWithoutAServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scenario.json")
	require.NoError(t, os.WriteFile(path, []byte(driveExample), 0o600))
	code, out, errs := invoke("drive", "-scenario", path, "--", "/no/such/command")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "could not be started")
	require.Contains(t, out, `{"final":`)
}

// drive prints a line for each call and a last one.
func TestDrive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scenario.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"options":{},"calls":[
		{"as":"a","call":"call_tool","name":"echo","arguments":{"text":"hi"}},
		{"as":"p","call":"call_tool","name":"park","async":true},{"as":"z","call":"sleep","ms":50},
		{"as":"k","call":"cancel","target":"p"},{"as":"j","call":"join","target":"p"},
		{"as":"l","call":"listen","filter":{"toolsListChanged":true}},{"as":"t","call":"call_tool","name":"touch_tools"},
		{"as":"e","call":"next_event","sub":"l","timeout_ms":5000},{"as":"s","call":"sub_state","sub":"l"},
		{"as":"c","call":"close_listen","sub":"l"},{"as":"d","call":"drain_events","sub":"l","timeout_ms":5000},
		{"as":"q","call":"raw_request","method":"quilt/sew"},{"as":"u","call":"dance"}]}`), 0o600))
	t.Setenv(beServer, "serve")
	code, out, errs := invoke("drive", "-scenario", path, "--", os.Args[0])
	require.Equal(t, exitOK, code, errs)
	lines := map[string]map[string]any{}
	var final map[string]any
	for line := range strings.Lines(out) {
		var l map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &l))
		if f, ok := l["final"]; ok {
			final = f.(map[string]any)
			continue
		}
		lines[l["as"].(string)] = l
	}
	kind := func(as string) any {
		require.Equal(t, false, lines[as]["ok"], as)
		return lines[as]["error"].(map[string]any)["kind"]
	}
	require.Equal(t, true, lines["a"]["ok"])
	require.Equal(t, "cancelled", kind("p"))
	require.Equal(t, map[string]any{"method": protocol.NotificationToolsListChanged}, lines["e"]["result"])
	require.Equal(t, "active", lines["s"]["result"].(map[string]any)["state"])
	require.Equal(t, map[string]any{"events": 0.0, "end": "closed"}, lines["d"]["result"])
	require.Equal(t, "server", kind("q"))
	require.Equal(t, "argument", kind("u"))
	require.Equal(t, "modern", final["era"])
	require.Equal(t, 1.0, final["spawns"])
	require.Equal(t, 0.0, final["pending"])
	require.Equal(t, []any{"notifications/subscriptions/acknowledged", "notifications/tools/list_changed"}, final["notifications"])
}

// What a lost server wrote last is said once.
func TestLastWordsAreSaidOnce(t *testing.T) {
	for script, want := range map[string]string{
		"echo only >&2; exit 3":                "only",
		"echo first >&2; echo final >&2; exit": "final",
	} {
		code, _, errs := invoke("call", "--", "sh", "-c", script)
		require.Equal(t, exitUsage, code)
		require.Equal(t, 1, strings.Count(errs, want), errs)
		require.Equal(t, strings.Contains(script, "first"), strings.Contains(errs, "it wrote before that:\nfirst\n"), errs)
	}
}

// An answer that cannot be written is a failure, said once, whatever its shape.
func TestOutputThatCannotBeWritten(t *testing.T) {
	t.Setenv(beServer, "serve")
	for _, words := range [][]string{{"tools"}, {"echo", `{"text":"hi"}`}, {"-json", "echo", `{"text":"hi"}`}, {"read", "kiln://glaze/7"}} {
		var errs strings.Builder
		args := append(append([]string{"call"}, words...), "--", os.Args[0])
		code := run(t.Context(), stdio{strings.NewReader(""), fullDisk{}, &errs}, args)
		require.Equal(t, exitUsage, code, words)
		require.Equal(t, "eralock call: the answer could not be written: no space left on device\n", errs.String())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }
