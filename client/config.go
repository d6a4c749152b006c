package client

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

const (
	// DefaultRequestTimeout is how long a request may take unless an option
	// says otherwise.
	DefaultRequestTimeout = 60 * time.Second
	// DefaultGrace is how long each step of the shutdown waits for the process.
	DefaultGrace = 2 * time.Second
	// DefaultListenBuffer is how many different unread events a subscription
	// keeps.
	DefaultListenBuffer = 256
	// DefaultMaxRounds is how often a call is sent again with input.
	DefaultMaxRounds = 10
)

// A config is what the options come to. Nothing changes it afterwards.
type config struct {
	mode           model.Mode
	modern         []string // preferred first
	legacy         []string // the first is what initialize asks for; all are accepted
	only           string   // the version of Version
	fallbackOnList bool
	prior          *Verdict

	info       protocol.Implementation
	clientInfo []byte
	sendInfo   bool
	extensions map[string]jsontext.Value
	handlers   handlers
	logLevel   protocol.Level
	meta       request // its meta and logLevel: the default _meta
	provider   Provider

	discoverTimeout time.Duration // 0: the request's
	discoverRetries int
	requestTimeout  time.Duration
	totalTimeout    time.Duration // 0: none
	maxRounds       int
	cancelProbe     bool
	relisten        bool
	listenBuffer    int
	notified        []func(Notification)

	restart        bool
	stdinGrace     time.Duration
	termGrace      time.Duration
	stderr         io.Writer
	limits         wire.Limits
	sent, received func([]byte)
	aloneFor       int // see role
}

func newConfig(opts []Option) (*config, error) {
	cfg := &config{
		modern: protocol.ModernVersions(), legacy: protocol.LegacyVersions(),
		info: protocol.Implementation{Name: "eralock", Version: "0"}, sendInfo: true,
		requestTimeout: DefaultRequestTimeout, stdinGrace: DefaultGrace, termGrace: DefaultGrace,
		relisten: true, restart: true, listenBuffer: DefaultListenBuffer, maxRounds: DefaultMaxRounds,
		aloneFor: aloneFor,
	}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(cfg); err != nil {
			return nil, err
		}
	}
	if cfg.discoverTimeout == 0 { // rules B6
		cfg.discoverTimeout = cfg.requestTimeout
	}
	info, err := protocol.Marshal(cfg.info)
	if err != nil {
		return nil, fmt.Errorf("%w: client info: %w", ErrArgument, err)
	}
	cfg.clientInfo = info
	return cfg, cfg.pin()
}

// pin narrows the client down to its one version, if it has one.
func (c *config) pin() error {
	if c.only == "" {
		return nil
	}
	era, _ := protocol.EraOf(c.only)
	mode, excluded := model.ModeModern, model.ModeLegacy
	if era == protocol.Legacy {
		mode, excluded = excluded, mode
		c.legacy = []string{c.only}
	} else {
		c.modern = []string{c.only}
	}
	if c.mode == excluded {
		return fmt.Errorf("%w: version %s is %s, which mode %s excludes", ErrArgument, c.only, era, c.mode)
	}
	c.mode = mode
	return nil
}

// speaks are all versions that the mode allows.
func (c *config) speaks() []string {
	switch c.mode {
	case model.ModeModern:
		return c.modern
	case model.ModeLegacy:
		return c.legacy
	}
	return slices.Concat(c.modern, c.legacy)
}
