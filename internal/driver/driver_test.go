package driver

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// The vocabulary is closed.
func TestReadRefusesUnknownMembers(t *testing.T) {
	for _, text := range []string{`{"options":{"colour":1}}`, `{"calls":[{"as":"a","call":"ping","loud":true}]}`, `[]`, `{"options":{}} x`} {
		_, err := Read(strings.NewReader(text))
		require.Error(t, err, text)
	}
}

// A construction error has a line of its own, and no process is started.
func TestConstructionErrors(t *testing.T) {
	for _, options := range []string{
		`{"protocol":"bogus"}`, `{"protocol":"legacy","version":"2026-07-28"}`, `{"handlers":{"dance":{}}}`,
		`{"prior":{"era":"bronze"}}`, `{"prior":{"era":"modern","discover_result":[]}}`, `{"prior":[]}`,
		`{"handlers":{"sampling":{"result":7}}}`, `{"extensions":{"x":{}}}`, `{"modern_versions":[]}`,
	} {
		s, err := Read(strings.NewReader(`{"options":` + options + `,"calls":[{"as":"a","call":"ping"}]}`))
		require.NoError(t, err, options)
		var out bytes.Buffer
		require.NoError(t, Run(t.Context(), s, []string{"/no/such/command"}, &out, &out))
		require.Contains(t, out.String(), `{"as":"new","ok":false,"error":{"kind":"argument"`, options)
		require.Contains(t, out.String(), `"spawns":0`, options)
		require.NotContains(t, out.String(), `"as":"a"`, options)
	}
}

func TestRunWithoutAServer(t *testing.T) {
	s, err := Read(strings.NewReader(`{"options":{},"calls":[{"as":"p","call":"parallel","n":3,"of":{"call":"ping"}},{"as":"a","call":"ping"},
		{"as":"e","call":"era"},{"as":"k","call":"join","target":"nobody"},{"as":"s","call":"sub_state","sub":"nobody"},
		{"as":"l","call":"set_log_level","level":"loud"},{"as":"x","call":"kill_server"},{"as":"c","call":"close"},{"as":"b","call":"ping"}]}`))
	require.NoError(t, err)
	var out bytes.Buffer
	require.ErrorContains(t, Run(t.Context(), s, []string{"/no/such/command"}, &out, &out), "could not be started")
	for _, want := range []string{
		`{"as":"p","ok":true,"result":{"failed":3,"ok":0},`, `{"as":"a","ok":false,"error":{"kind":"transport",`,
		`{"as":"e","ok":true,"result":{"era":null,"version":null},`, `{"as":"k","ok":false,"error":{"kind":"argument",`,
		`{"as":"s","ok":false,"error":{"kind":"argument",`, `{"as":"l","ok":false,"error":{"kind":"argument",`,
		`{"as":"x","ok":false,"error":{"kind":"argument",`, `{"as":"b","ok":false,"error":{"kind":"closed",`,
		`{"final":{"era":null,"version":null,"server_info":null,`,
	} {
		require.Contains(t, out.String(), want)
	}
}

// Errors wrap what they come from; the kind is that of the outermost meaning.
func TestKinds(t *testing.T) {
	refused := protocol.UnsupportedVersion([]string{"2031-02-03"}, "2026-07-28")
	for want, err := range map[string]error{
		"argument":            client.ErrArgument,
		"handler":             fmt.Errorf("%w: %w", client.ErrHandler, refused),
		"provider":            fmt.Errorf("%w: %w", client.ErrProvider, client.ErrTimeout),
		"legacy_server":       fmt.Errorf("%w: %w", client.ErrLegacyServer, &client.VersionError{Err: refused}),
		"no_mutual_version":   &client.VersionError{Err: refused},
		"unsupported_version": &client.VersionError{Refused: true, Err: refused},
		"initialize_failed":   fmt.Errorf("%w: %w", client.ErrInitialize, refused),
		"missing_capability":  protocol.MissingCapability(protocol.CapRoots),
		"header_mismatch":     &protocol.Error{Code: protocol.CodeHeaderMismatch},
		"server":              &protocol.Error{Code: protocol.CodeMissingCapability}, // not well formed
		"transport":           &client.ConnectionLostError{Err: errors.New("broken")},
		"subscription_lost":   fmt.Errorf("%w: %w", client.ErrSubscriptionLost, &client.ConnectionLostError{}),
	} {
		require.Equal(t, want, kind(err), err)
	}
	require.Equal(t, "unsupported_version", kind(fmt.Errorf("%w: %w", client.ErrInitialize, &client.VersionError{})))
}
