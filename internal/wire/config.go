package wire

import "github.com/eralock/eralock/protocol"

// Eras says in which eras a server serves a method, as bits.
type Eras uint8

const (
	InLegacy Eras = 1 << iota
	InModern
)

// A Config is what Classify must know of a server beside the bytes. It is
// shared between connections and must not change while it is used.
type Config struct {
	// Modern lists the modern versions served, newest first.
	Modern []string
	// Methods are the requests that this server serves, custom ones included:
	// a method of the protocol that it lacks, such as subscriptions/listen or
	// tools/list without tools, is left out. initialize, ping and
	// server/discover need no entry, Classify always knows them.
	Methods map[string]Eras
	// Admit, unless nil, may refuse an initialize that is well formed: the
	// connection commits to nothing then. It runs while its frame is read.
	Admit func(*protocol.InitializeParams) *Refusal
	// Limits are those of the Reader and the Parser, for the messages.
	Limits Limits
}

func (c *Config) serves(version []byte) bool {
	for _, modern := range c.Modern {
		if modern == string(version) {
			return true
		}
	}
	return false
}
