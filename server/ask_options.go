package server

import (
	"fmt"
	"time"
)

// DefaultStateExpiry is how long a client may take to come back with a
// requestState.
const DefaultStateExpiry = 10 * time.Minute

// WithoutLegacyNeed answers a Request.Need on legacy with -32603. By default
// the server asks the client itself, waits, and calls the handler again.
func WithoutLegacyNeed() Option { return func(c *config) { c.noLegacyNeed = true } }

// WithAskTimeout bounds how long a legacy client may take to answer a request of
// ours; default DefaultAskTimeout, 0 for no bound. After it the client is sent
// notifications/cancelled.
func WithAskTimeout(d time.Duration) Option {
	notNegative("WithAskTimeout", d)
	return func(c *config) { c.askTimeout = d }
}

// WithStateExpiry bounds how long a sealed requestState is good; default
// DefaultStateExpiry.
func WithStateExpiry(d time.Duration) Option {
	positive("WithStateExpiry", d)
	return func(c *config) { c.stateTTL = d }
}

// WithStateKey sets the secret that requestStates are sealed with, at least 32
// random bytes, so that several processes open each other's. The older ones
// still open, while keys are changed. By default each Server makes up its own.
// It panics if a key is shorter.
func WithStateKey(key []byte, older ...[]byte) Option {
	keys := append([][]byte{key}, older...)
	for _, k := range keys {
		if len(k) < stateKeySize {
			panic(fmt.Sprintf("server: WithStateKey: a key has %d bytes, it needs at least %d", len(k), stateKeySize))
		}
	}
	return func(c *config) { c.stateKeys = keys }
}

// WithPlainState sends what KeepState keeps as it is, and takes what comes back
// as it is: for handlers that protect it themselves, or where a changed one can
// only make the request fail (S-MRTR-10). It must be UTF-8 then.
func WithPlainState() Option { return func(c *config) { c.plainState = true } }
