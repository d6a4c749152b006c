package client

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

var (
	// ErrTimeout: no answer within the time limit. The server was told, unless
	// the request had not been written or is never cancelled.
	ErrTimeout = errors.New("no answer in time")
	// ErrCancelled: the caller's context ended first; its cause is wrapped too.
	ErrCancelled = errors.New("call cancelled")
	// ErrClosed: the client was closed.
	ErrClosed = errors.New("client closed")
	// ErrArgument: an option or an argument cannot be used; nothing was sent.
	ErrArgument = errors.New("bad argument")
	// ErrWrongEra: the server's era has no such request; nothing was sent.
	ErrWrongEra = errors.New("not available in the server's era")
	// ErrLegacyServer: a client that only speaks 2026-07-28 and later met a
	// server that does not.
	ErrLegacyServer = errors.New("the server only speaks the legacy era")
	// ErrIncompatible: the server is modern, but its answer to server/discover
	// cannot be used (rules B12).
	ErrIncompatible = errors.New("the server's discover answer is unusable")
	// ErrInitialize: the legacy handshake failed.
	ErrInitialize = errors.New("initialize failed")
	// ErrInvalidResult: the answer is not what the protocol says.
	ErrInvalidResult = errors.New("invalid result")
	// ErrInputRequired: the server wants input that this client has no handler
	// for (rules B16).
	ErrInputRequired = errors.New("the server requires input")
	// ErrRounds: the server asks for input again and again (see MaxRounds).
	ErrRounds = errors.New("too many rounds of input")
	// ErrHandler: a handler of this client failed, and with it the call that
	// needed its answer; what it failed with is wrapped too.
	ErrHandler = errors.New("handler failed")
	// ErrProvider: the provider of _meta failed (see RequestMetaFunc); nothing
	// was sent.
	ErrProvider = errors.New("request meta provider failed")
	// ErrCapability: the server does not declare what the call needs (decisions
	// K13); nothing was sent.
	ErrCapability = errors.New("the server does not declare the capability")
	// ErrSubscriptionLost: the server has cancelled the subscription.
	ErrSubscriptionLost = errors.New("subscription lost")
	// ErrEnded: no event will come any more; Subscription.End and
	// Subscription.Err say why.
	ErrEnded = errors.New("the subscription has ended")
	// ErrLineTooLong: the server wrote a line over the limit (see MaxLineBytes).
	ErrLineTooLong = errors.New("the server wrote a line over the limit")
	// ErrNotRestartable: the streams have ended, and there is no command that
	// could bring new ones.
	ErrNotRestartable = errors.New("the connection cannot be opened again")
)

// A VersionError says that the two sides have no protocol version in common,
// or that the server refuses the one it was sent. Its Unwrap is the server's
// *protocol.Error, if there was one.
type VersionError struct {
	Ours, Theirs []string
	// Refused: the server refuses a version that it was offered to speak, or
	// cannot settle on one.
	Refused bool
	Err     error
}

func (e *VersionError) Error() string {
	if e.Refused {
		return fmt.Sprintf("the server refuses the protocol version: we speak %s, it says it speaks %s", list(e.Ours), list(e.Theirs))
	}
	return fmt.Sprintf("no protocol version in common: we speak %s, the server %s", list(e.Ours), list(e.Theirs))
}

func (e *VersionError) Unwrap() error { return e.Err }

func list(versions []string) string {
	if len(versions) == 0 {
		return "none"
	}
	return strings.Join(versions, ", ")
}

// A ConnectionLostError says that the connection ended with the call still
// unanswered.
type ConnectionLostError struct {
	// Err is what ended it; io.EOF where the server closed its output.
	Err error
	// Exited reports that the process has ended; then ExitCode is its code, or
	// -1 if Signal ended it. Both are unset for streams.
	Exited   bool
	ExitCode int
	Signal   os.Signal
	// Stderr is the end of what the process wrote to its standard error. It is
	// for people to read, not evidence (C-FRAME-7).
	Stderr []byte
}

func (e *ConnectionLostError) Error() string {
	text := fmt.Sprintf("connection lost: %v", e.Err)
	switch {
	case e.Signal != nil:
		text += fmt.Sprintf(", server ended by signal: %v", e.Signal)
	case e.Exited:
		text += fmt.Sprintf(", server exited with status %d", e.ExitCode)
	}
	if line := lastLine(e.Stderr); line != "" {
		text += fmt.Sprintf(", its last words: %q", line)
	}
	return text
}

func (e *ConnectionLostError) Unwrap() error { return e.Err }

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if len(last) > 200 {
		last = last[:200] + "…"
	}
	return last
}
