package client

import (
	"errors"
	"fmt"
	"slices"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// mutual is the first of ours that is among theirs.
func mutual(ours, theirs []string) (string, bool) {
	for _, v := range ours {
		if slices.Contains(theirs, v) {
			return v, true
		}
	}
	return "", false
}

// judgeProbe reads the answer to a server/discover (rules B2 to B4, B12, B14,
// decisions K1 and K2). ev.err is what it means where it means failure.
func (c *Client) judgeProbe(in *machine.ClientInput, ev *event) {
	probe := wire.ReadProbe(ev.frame)
	ev.probe, ev.err = &probe, probe.Err
	modern, ok := mutual(c.cfg.modern, probe.Versions)
	foreign := &VersionError{Ours: c.cfg.modern, Theirs: probe.Versions, Err: probe.Err}
	switch probe.Verdict {
	case wire.ProbeUsable:
		in.Version, in.Answer, ev.err = modern, machine.AnswerDiscovered, nil
		if !ok {
			in.Answer, ev.err = machine.AnswerNoOverlap, foreign
			foreign.Ours = c.cfg.speaks()
			if _, ok := mutual(c.cfg.legacy, probe.Versions); ok {
				in.Answer, ev.err = machine.AnswerLegacyOnly, legacyServer(foreign)
			}
		}
	case wire.ProbeUnusable:
		in.Answer, ev.err = machine.AnswerUnusable, fmt.Errorf("%w: %w", ErrIncompatible, probe.Err)
	case wire.ProbeNotModern:
		in.Answer, ev.err = machine.AnswerUnmarked, legacyServer(errors.New("its answer to server/discover is no DiscoverResult"))
	case wire.ProbeUnsupported:
		in.Version, in.Answer, ev.err = modern, machine.AnswerVersionRefused, foreign
		foreign.Refused = c.session.Reprobing() // it was offered what it asked for
		if !ok {
			in.Answer = machine.AnswerVersionsForeign
			if _, ok := mutual(c.cfg.legacy, probe.Versions); ok && c.cfg.fallbackOnList && !foreign.Refused {
				in.Answer, ev.err = machine.AnswerLegacyOnly, legacyServer(foreign)
			}
		}
	case wire.ProbeRefused:
		in.Answer = machine.AnswerModernError
	case wire.ProbeError:
		in.Answer = machine.AnswerOtherError
		if code, _ := protocol.CodeOf(probe.Err); code == protocol.CodeUnsupportedVersion {
			in.Answer = machine.AnswerVersionsUnknown
		}
		if probe.Err == nil {
			ev.err = fmt.Errorf("%w: %s", ErrInvalidResult, noAnswer)
		}
		ev.err = legacyServer(ev.err)
	}
}

func legacyServer(why error) error { return fmt.Errorf("%w: %w", ErrLegacyServer, why) }

// judgeInitialize reads the answer to an initialize (rules B18, decisions K4).
func (c *Client) judgeInitialize(in *machine.ClientInput, ev *event) {
	if in.On == machine.ClientOnError {
		c.judgeInitializeError(in, ev)
		return
	}
	result, err := protocol.ParseInitializeResult(ev.result)
	switch {
	case err != nil:
		in.Answer, ev.err = machine.AnswerNotInitialized, fmt.Errorf("%w: %w", ErrInitialize, err)
	case !slices.Contains(c.cfg.legacy, result.ProtocolVersion): // C-LIFE-5
		in.Answer = machine.AnswerNotInitialized
		ev.err = fmt.Errorf("%w: %w", ErrInitialize, &VersionError{Ours: c.cfg.legacy, Theirs: []string{result.ProtocolVersion}, Refused: true})
	default:
		in.Answer, ev.initial = machine.AnswerInitialized, result
	}
}

func (c *Client) judgeInitializeError(in *machine.ClientInput, ev *event) {
	e, ok := wire.ReadError(ev.frame)
	if !ok {
		ev.err = fmt.Errorf("%w: %s", ErrInitialize, noAnswer)
		return
	}
	ev.err = fmt.Errorf("%w: %w", ErrInitialize, e)
	if e.Code != protocol.CodeUnsupportedVersion {
		return
	}
	in.Answer = machine.AnswerVersionsUnknown
	if data, ok := e.UnsupportedVersionData(); ok {
		ev.err = fmt.Errorf("%w: %w", ErrInitialize, &VersionError{Ours: c.cfg.modern, Theirs: data.Supported, Err: e})
		in.Answer = machine.AnswerVersionsForeign
		if in.Version, ok = mutual(c.cfg.modern, data.Supported); ok {
			in.Answer = machine.AnswerVersionRefused
		}
	}
}

// conclude takes over what the server said, or why nothing can be settled. c.mu
// is held.
func (c *Client) conclude(a machine.ClientAction, ev *event) {
	switch a.Do {
	case machine.ClientDoSettleModern:
		c.facts = facts{}
		c.facts.discovered(ev.probe.Discover, ev.result == nil)
	case machine.ClientDoApply:
		c.facts.discovered(ev.probe.Discover, false)
	case machine.ClientDoSettleLegacy:
		c.facts.initialized(ev.initial)
		c.link.enqueue(wire.AppendNotification(nil, protocol.NotificationInitialized, nil))
		if r := c.levelRecord(); r != nil {
			c.after = append(c.after, followUp{machine.ClientInput{On: machine.ClientOnCall, Kind: r.kind, Lanes: r.lanes}, event{admit: r}})
		}
	case machine.ClientDoGiveUp:
		c.failure = ev.err
	}
}
