package driver

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// A Scenario is what a driver does.
type Scenario struct {
	Options options `json:"options"`
	Calls   []call  `json:"calls"`
}

type options struct {
	Protocol            string                    `json:"protocol"`
	ModernVersions      []string                  `json:"modern_versions"`
	LegacyVersions      []string                  `json:"legacy_versions"`
	Version             string                    `json:"version"`
	DiscoverTimeoutMs   int64                     `json:"discover_timeout_ms"`
	DiscoverRetries     int                       `json:"discover_retries"`
	CancelProbe         bool                      `json:"cancel_probe"`
	RequestTimeoutMs    int64                     `json:"request_timeout_ms"`
	TotalTimeoutMs      int64                     `json:"total_timeout_ms"`
	ClientInfo          *protocol.Implementation  `json:"client_info"`
	SendClientInfo      *bool                     `json:"send_client_info"`
	RequestMeta         protocol.Meta             `json:"request_meta"`
	RequestMetaProvider *providerOption           `json:"request_meta_provider"`
	Extensions          map[string]jsontext.Value `json:"extensions"`
	Handlers            map[string]handlerOption  `json:"handlers"`
	LogLevel            *protocol.Level           `json:"log_level"`
	Relisten            string                    `json:"relisten"`
	ListenBuffer        int                       `json:"listen_buffer"`
	MaxRounds           int                       `json:"max_rounds"`
	MaxLineBytes        int                       `json:"max_line_bytes"`
	ShutdownGraceMs     int64                     `json:"shutdown_grace_ms"`
	Prior               jsontext.Value            `json:"prior"`
}

type providerOption struct {
	Kind  string `json:"kind"`
	Key   string `json:"key"`
	From  int64  `json:"from"`
	Times int64  `json:"times"`
}

type handlerOption struct {
	Roots   []protocol.Root `json:"roots"`
	Result  jsontext.Value  `json:"result"`
	Error   *protocol.Error `json:"error"`
	Panic   string          `json:"panic"`
	DelayMs int64           `json:"delay_ms"`
}

// A call is one line of the scenario; which of the members count depends on
// Call.
type call struct {
	As              string `json:"as"`
	Call            string `json:"call"`
	Async           bool   `json:"async"`
	CancelledBefore bool   `json:"cancelled_before"`

	Name      string                      `json:"name"`
	Arguments jsontext.Value              `json:"arguments"`
	AllPages  bool                        `json:"all_pages"`
	URI       string                      `json:"uri"`
	Level     string                      `json:"level"`
	Ref       protocol.Reference          `json:"ref"`
	Argument  protocol.CompletionArgument `json:"argument"`
	Method    string                      `json:"method"`
	Params    jsontext.Value              `json:"params"`
	Roots     []protocol.Root             `json:"roots"`
	ID        string                      `json:"id"`
	Settings  jsontext.Value              `json:"settings"`
	Filter    jsontext.Value              `json:"filter"`
	Meta      protocol.Meta               `json:"meta"`

	Sub       string `json:"sub"`
	TimeoutMs int64  `json:"timeout_ms"`
	Target    string `json:"target"`
	Ms        int64  `json:"ms"`
	N         int    `json:"n"`
	Of        *call  `json:"of"`
}

// Read reads a scenario. The vocabulary is closed: a member that is none is an
// error.
func Read(r io.Reader) (*Scenario, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading the scenario: %w", err)
	}
	s := new(Scenario)
	if err := json.Unmarshal(b, s, protocol.Options(), json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("no scenario: %w", err)
	}
	return s, nil
}
