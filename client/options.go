package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/protocol"
)

// An Option configures a Client. One that cannot be used makes [New] and
// [Connect] fail with ErrArgument, which names it, before anything is started:
// a number or a duration must be positive, where the option does not say what
// zero means. Of an option that is given twice the last counts, where it does
// not say otherwise. A nil Option is ignored, and a nil function is none.
type Option func(*config) error

// RequestTimeout is how long a request may take, from the moment in which the
// connection is ready for it. Default [DefaultRequestTimeout].
func RequestTimeout(d time.Duration) Option {
	return func(c *config) error { c.requestTimeout = d; return positive("RequestTimeout", d) }
}

// TotalTimeout is how long one call may take in all: starting the server, the
// rounds in which the server asks for input, and every request of it. Default:
// no limit beside those of the requests.
func TotalTimeout(d time.Duration) Option {
	return func(c *config) error { c.totalTimeout = d; return positive("TotalTimeout", d) }
}

// ClientInfo is how the client introduces itself. Default: the name of this
// module. It must have a name and a version, which every server demands
// (S-LIFE-1, S-META-12).
func ClientInfo(info protocol.Implementation) Option {
	return func(c *config) error {
		if info.Name == "" || info.Version == "" {
			return fmt.Errorf("%w: ClientInfo needs a Name and a Version", ErrArgument)
		}
		c.info = info
		return nil
	}
}

// SendClientInfo says whether modern requests carry the client info; the
// handshake of the legacy era always does. Default true (rules B7).
func SendClientInfo(on bool) Option { return func(c *config) error { c.sendInfo = on; return nil } }

// Relisten says whether a live subscription brings a lost process back and is
// opened again there. Default true (decisions K7 and K19).
func Relisten(on bool) Option { return func(c *config) error { c.relisten = on; return nil } }

// ListenBuffer is how many different unread events a subscription keeps; one
// that is read too slowly ends. Default [DefaultListenBuffer].
func ListenBuffer(n int) Option {
	return func(c *config) error { c.listenBuffer = n; return positive("ListenBuffer", n) }
}

// MaxRounds is how often a call is sent again with the input that the server
// asked for, before it fails with ErrRounds. Default [DefaultMaxRounds]
// (decisions K9 and K16).
func MaxRounds(n int) Option {
	return func(c *config) error { c.maxRounds = n; return positive("MaxRounds", n) }
}
