package server_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// A judge holds every frame of a conversation against the rules of judge_rules_test
// and against the official schema of the revision that it belongs to: the
// request's own on modern, the negotiated one on legacy. Without the schemas only
// the rules are left.
type judge struct {
	t        *testing.T
	fits     map[string]func(definition, frame string) error
	legacy   string            // negotiated, or the newest
	lanes    map[string]string // revision, by the raw id of a request
	methods  map[string]string
	extended map[string]bool // its client has declared extensions, by the raw id of a request
	shaken   bool            // the handshake was answered
	asked    map[string]bool // ids of the server's requests
	judged   int
}

func newJudge(t *testing.T) *judge {
	j := &judge{t: t}
	if _, err := os.Stat(filepath.Join("..", "..", "shared", "schema")); err == nil {
		j.fits = map[string]func(definition, frame string) error{}
	}
	return j
}

func (j *judge) connect() {
	j.legacy, j.shaken, j.asked = protocol.Version20251125, false, map[string]bool{}
	j.lanes, j.methods, j.extended = map[string]string{}, map[string]string{}, map[string]bool{}
}

// sent notes what the client asks, and in which revision.
func (j *judge) sent(text string) {
	for line := range strings.Lines(text) {
		j.noteLine(strings.TrimSuffix(line, "\n"))
	}
}

func (j *judge) noteLine(line string) {
	var batch []json.RawMessage
	if json.Unmarshal([]byte(line), &batch) == nil {
		for _, element := range batch {
			j.noteLine(string(element))
		}
		return
	}
	var f struct {
		ID     jsontext.Value `json:"id"`
		Method string         `json:"method"`
		Params struct {
			Meta map[string]jsontext.Value `json:"_meta"`
		} `json:"params"`
	}
	if protocol.Unmarshal([]byte(line), &f) != nil || f.ID == nil || f.Method == "" {
		return
	}
	revision := "" // the negotiated one, when it is answered
	if _, claimed := f.Params.Meta[protocol.KeyProtocolVersion]; claimed {
		revision = protocol.Version20260728
	}
	j.lanes[string(f.ID)], j.methods[string(f.ID)] = revision, f.Method
	capabilities, err := protocol.ParseClientCapabilities(f.Params.Meta[protocol.KeyClientCapabilities])
	j.extended[string(f.ID)] = err == nil && capabilities.Extensions != nil
}

// said judges one line of the server's.
func (j *judge) said(line string) {
	var batch []json.RawMessage
	if json.Unmarshal([]byte(line), &batch) == nil {
		require.Equal(j.t, protocol.Version20250326, j.legacy, "only 2025-03-26 knows batches")
		for _, element := range batch {
			j.said(string(element))
		}
		return
	}
	var f struct {
		ID     jsontext.Value `json:"id"`
		Method string         `json:"method"`
		Params struct {
			Meta map[string]jsontext.Value `json:"_meta"`
		} `json:"params"`
		Result jsontext.Value `json:"result"`
	}
	require.NoError(j.t, protocol.Unmarshal([]byte(line), &f), line)
	revision := ""
	if f.Method == "" {
		revision = j.lanes[string(f.ID)]
	}
	why := broken(line, j.shaken, revision == protocol.Version20260728, j.asked)
	if why == "S-RT-3" && j.extended[string(f.ID)] {
		why = "" // its client knows more types
	}
	require.Empty(j.t, why, line)
	if _, stamped := f.Params.Meta[protocol.KeySubscriptionID]; stamped {
		revision = protocol.Version20260728
	}
	if f.Result != nil && j.methods[string(f.ID)] == protocol.MethodInitialize {
		var r protocol.InitializeResult
		require.NoError(j.t, protocol.Unmarshal(f.Result, &r))
		j.legacy, j.shaken = r.ProtocolVersion, true
	}
	if revision == "" {
		revision = j.legacy
	}
	if j.fits == nil {
		return
	}
	j.holds(revision, "JSONRPCMessage", line)
	switch {
	case f.Method != "":
		j.holds(revision, definitions[f.Method], line)
	case f.Result != nil:
		definition, ok := resultDefinitions[j.methods[string(f.ID)]]
		if kind, err := protocol.ParseResultType(f.Result); err == nil && kind == protocol.ResultInputRequired {
			definition = "InputRequiredResult"
		} else if !ok {
			definition = "Result" // of a custom method
		}
		j.holds(revision, definition, string(f.Result))
	}
}

func (j *judge) holds(revision, definition, text string) {
	j.t.Helper()
	require.NotEmpty(j.t, definition, text)
	if j.fits[revision] == nil {
		j.fits[revision] = official(j.t, revision)
	}
	require.NoError(j.t, j.fits[revision](definition, text), "%s is no %s of %s", text, definition, revision)
	j.judged++
}

var resultDefinitions = map[string]string{
	protocol.MethodInitialize: "InitializeResult", protocol.MethodDiscover: "DiscoverResult", protocol.MethodPing: "EmptyResult",
	protocol.MethodToolsList: "ListToolsResult", protocol.MethodToolsCall: "CallToolResult", protocol.MethodListen: "SubscriptionsListenResult",
	protocol.MethodSetLevel: "EmptyResult", protocol.MethodResourcesSubscribe: "EmptyResult", protocol.MethodResourcesUnsubscribe: "EmptyResult",
	protocol.MethodResourcesList: "ListResourcesResult", protocol.MethodResourcesTemplatesList: "ListResourceTemplatesResult",
	protocol.MethodResourcesRead: "ReadResourceResult", protocol.MethodPromptsList: "ListPromptsResult", protocol.MethodPromptsGet: "GetPromptResult",
	protocol.MethodComplete: "CompleteResult",
}

// definitions are those of what the server says on its own.
var definitions = map[string]string{
	protocol.NotificationProgress: "ProgressNotification", protocol.NotificationMessage: "LoggingMessageNotification",
	protocol.NotificationAcknowledged: "SubscriptionsAcknowledgedNotification", protocol.NotificationCancelled: "CancelledNotification",
	protocol.NotificationToolsListChanged: "ToolListChangedNotification", protocol.NotificationResourcesUpdated: "ResourceUpdatedNotification",
	protocol.NotificationPromptsListChanged: "PromptListChangedNotification", protocol.NotificationResourcesListChanged: "ResourceListChangedNotification",
	protocol.MethodPing: "PingRequest", protocol.MethodElicit: "ElicitRequest", protocol.MethodCreateMessage: "CreateMessageRequest", protocol.MethodRootsList: "ListRootsRequest",
}

// The judge must be able to condemn.
// Shows S-FRAME-2, S-MSG-1, S-ELIC-2, S-PROMPT-3, S-TOOL-6, S-LIFE-4.
func TestJudgeCondemns(t *testing.T) {
	j := newJudge(t)
	if j.fits == nil {
		t.Skip("the official schemas are not here")
	}
	fits := official(t, protocol.Version20260728)
	require.Error(t, fits("CallToolResult", `{"content":[]}`))
	require.Error(t, fits("JSONRPCMessage", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`))
	require.Error(t, fits("ProgressNotification", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`))
}
