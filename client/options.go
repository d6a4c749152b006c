package client

import (
	"fmt"
	"io"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// The modes of a client.
const (
	Auto   = model.ModeAuto   // probe, fall back to the legacy handshake; the default
	Modern = model.ModeModern // probe, never fall back
	Legacy = model.ModeLegacy // the legacy handshake, never probe
)

// DefaultRequestTimeout is how long a request may take unless an option says
// otherwise.
const DefaultRequestTimeout = 60 * time.Second

// DefaultGrace is how long each step of the shutdown waits for the process.
const DefaultGrace = 2 * time.Second

// DefaultListenBuffer is how many different unread events a subscription
// keeps.
const DefaultListenBuffer = 256

// An Option configures a Client.
type Option func(*config) error

type config struct {
	mode            model.Mode
	modern          []string // preferred first
	legacy          []string // the first is what initialize asks for; all are accepted
	info            protocol.Implementation
	sendInfo        bool
	discoverTimeout time.Duration // 0: the request's
	requestTimeout  time.Duration
	stdinGrace      time.Duration
	termGrace       time.Duration
	stderr          io.Writer
	limits          wire.Limits
	cancelProbe     bool
	relisten        bool
	listenBuffer    int

	capabilities []byte // as the envelope and initialize carry them
	clientInfo   []byte
}

func newConfig(opts []Option) (*config, error) {
	cfg := &config{
		modern: protocol.ModernVersions(), legacy: protocol.LegacyVersions(),
		info: protocol.Implementation{Name: "eralock", Version: "0"}, sendInfo: true,
		requestTimeout: DefaultRequestTimeout, stdinGrace: DefaultGrace, termGrace: DefaultGrace,
		relisten: true, listenBuffer: DefaultListenBuffer, capabilities: []byte("{}"),
	}
	for _, opt := range opts {
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
	return cfg, nil
}

// Mode says which eras the client may end up in: [Auto], [Modern] or [Legacy].
func Mode(m model.Mode) Option {
	return func(c *config) error {
		if m > Legacy {
			return fmt.Errorf("%w: no mode %d: use client.Auto, client.Modern or client.Legacy", ErrArgument, m)
		}
		c.mode = m
		return nil
	}
}

// ModernVersions are the modern versions to speak, preferred first. Default:
// those of package protocol.
func ModernVersions(versions ...string) Option {
	return func(c *config) error {
		if len(versions) == 0 {
			return fmt.Errorf("%w: ModernVersions needs a version; use Mode(Legacy) for none", ErrArgument)
		}
		c.modern = append([]string(nil), versions...)
		return nil
	}
}

// DiscoverTimeout is how long a server may take to answer the probe before it
// is taken for a legacy one. Default: the request timeout (rules B6).
func DiscoverTimeout(d time.Duration) Option {
	return positive("DiscoverTimeout", d, func(c *config) { c.discoverTimeout = d })
}

// RequestTimeout is how long a request may take, from the moment in which the
// connection is ready for it. Default [DefaultRequestTimeout].
func RequestTimeout(d time.Duration) Option {
	return positive("RequestTimeout", d, func(c *config) { c.requestTimeout = d })
}

func positive(name string, d time.Duration, set func(*config)) Option {
	return func(c *config) error {
		if d <= 0 {
			return fmt.Errorf("%w: %s must be positive, not %v", ErrArgument, name, d)
		}
		set(c)
		return nil
	}
}

// ClientInfo is how the client introduces itself. Default: the name of this
// module.
func ClientInfo(info protocol.Implementation) Option {
	return func(c *config) error { c.info = info; return nil }
}

// SendClientInfo says whether modern requests carry the client info; the
// handshake of the legacy era always does. Default true (rules B7).
func SendClientInfo(on bool) Option { return func(c *config) error { c.sendInfo = on; return nil } }

// Stderr gets what the process writes to its standard error, as it comes.
// Default: nobody; it is read and dropped all the same. While w is
// slow the process is slowed down; when it blocks for over 250 ms the overflow is
// dropped.
func Stderr(w io.Writer) Option { return func(c *config) error { c.stderr = w; return nil } }

// Graces are how long the process may take to end after its stdin was closed,
// before SIGTERM, and after SIGTERM, before SIGKILL. Default [DefaultGrace]
// each (decisions K11).
func Graces(stdin, term time.Duration) Option {
	return func(c *config) error {
		if stdin < 0 || term < 0 {
			return fmt.Errorf("%w: graces must not be negative: %v, %v", ErrArgument, stdin, term)
		}
		c.stdinGrace, c.termGrace = stdin, term
		return nil
	}
}

// MaxLineBytes is the longest line that the server may write; a longer one
// ends the connection (decisions K12). Default 4 MiB.
func MaxLineBytes(n int) Option {
	return func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("%w: MaxLineBytes must be positive, not %d", ErrArgument, n)
		}
		c.limits.MaxLine = n
		return nil
	}
}

// CancelProbe cancels a probe that timed out on the wire, before initialize.
// Default false: strict legacy servers do not survive it (decisions K3).
func CancelProbe(on bool) Option { return func(c *config) error { c.cancelProbe = on; return nil } }

// Relisten says whether a live subscription brings a lost process back and is
// opened again there. Default true (decisions K7 and K19).
func Relisten(on bool) Option { return func(c *config) error { c.relisten = on; return nil } }

// ListenBuffer is how many different unread events a subscription keeps; one
// that is read too slowly ends. Default [DefaultListenBuffer].
func ListenBuffer(n int) Option {
	return func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("%w: ListenBuffer must be positive, not %d", ErrArgument, n)
		}
		c.listenBuffer = n
		return nil
	}
}
