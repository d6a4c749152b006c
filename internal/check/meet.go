package check

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// Schedules that introduce the peer.
var (
	askDiscover   = model.Schedule{{Letter: model.LetterDiscover}, {Letter: model.LetterList}}
	askInitialize = model.Schedule{{Letter: model.LetterInitialize}, {Letter: model.LetterBareList}}
	askSlow       = model.Schedule{{Letter: model.LetterList}, {Letter: model.LetterSlow}}
	askBareSlow   = model.Schedule{{Letter: model.LetterInitialize}, {Letter: model.LetterBareSlow}}
	askListen     = model.Schedule{{Letter: model.LetterListen}}
	askAbove      = model.Schedule{{Letter: model.LetterAbove}}
	askBelow      = model.Schedule{{Letter: model.LetterBelow}}
)

// meet finds out what the peer serves. The conversations it holds are judged
// like all the others, once the peer is known.
func (r *round) meet(ctx context.Context) error {
	p := r.peer
	p.slowTook = r.opt.Timeout // until it is known
	first, err := r.playAll(ctx, askDiscover, askInitialize)
	if err != nil {
		return err
	}
	p.introduce(first[0], first[1])
	if !p.modern && !p.legacy {
		return fmt.Errorf("%w: %s answered neither server/discover nor initialize%s", ErrUnserved, shortened([]byte(strings.Join(r.opt.Command, " "))), r.lastWords(first))
	}
	if p.modern {
		more, err := r.playAll(ctx, askListen, askAbove, askBelow)
		if err != nil {
			return err
		}
		p.listens = acknowledged(more[0])
		p.refuses = map[model.Letter]bool{}
		for i, l := range []model.Letter{model.LetterAbove, model.LetterBelow} {
			m := more[i+1].answerTo(l)
			p.refuses[l] = m != nil && m.code() == protocol.CodeUnsupportedVersion
		}
	}
	if err := r.timeSlow(ctx); err != nil {
		return err
	}
	if p.modern && p.legacy {
		return r.fingerprint(ctx)
	}
	p.policy = "modern only"
	if p.legacy {
		p.policy = "legacy only"
	}
	return nil
}

// introduce reads the answers to server/discover and initialize.
func (p *peer) introduce(modern, legacy *exchange) {
	p.tools = map[string]bool{}
	if m := modern.answerTo(model.LetterDiscover); m != nil && m.result["supportedVersions"] != nil {
		p.modern = true
		p.supported, _ = m.result["supportedVersions"].texts()
		meta, _ := m.result["_meta"].object()
		p.callIt(meta[protocol.KeyServerInfo])
		p.boot = m.at
	}
	if m := legacy.answerTo(model.LetterInitialize); m != nil && m.result != nil {
		p.legacy = true
		p.legacyVersion, _ = m.result["protocolVersion"].text()
		p.callIt(m.result["serverInfo"])
		p.boot = max(p.boot, m.at)
	}
	for _, m := range []*message{modern.answerTo(model.LetterList), legacy.answerTo(model.LetterBareList)} {
		if m == nil || m.result == nil {
			continue
		}
		p.lists = p.lists || p.modern
		p.pages = p.pages || m.result["nextCursor"].present()
		for _, name := range toolNames(m) {
			p.tools[name] = true
		}
	}
}

func (p *peer) callIt(info raw) {
	members, _ := info.object()
	name, _ := members["name"].text()
	version, _ := members["version"].text()
	if p.name == "" && name != "" {
		p.name = name + " " + version
	}
}

func toolNames(m *message) []string {
	var tools []raw
	if len(m.result["tools"]) == 0 || protocol.Unmarshal(m.result["tools"], &tools) != nil {
		return nil
	}
	var names []string
	for _, tool := range tools {
		members, _ := tool.object()
		if name, ok := members["name"].text(); ok {
			names = append(names, name)
		}
	}
	return names
}

func acknowledged(e *exchange) bool {
	for _, m := range e.messages() {
		if m.method == protocol.NotificationAcknowledged {
			return true
		}
	}
	return false
}

// playAll plays schedules at once, keeps the conversations, and returns them.
func (r *round) playAll(ctx context.Context, schedules ...model.Schedule) ([]*exchange, error) {
	all := make([]*exchange, len(schedules))
	errs := make([]error, len(schedules))
	var group sync.WaitGroup
	for i, s := range schedules {
		group.Go(func() { all[i], errs[i] = play(ctx, r.opt, r.peer, r.patience, s, r.idsOf(s)) })
	}
	group.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, err
		}
		r.played[schedules[i].String()] = all[i]
	}
	return all, ctx.Err()
}
