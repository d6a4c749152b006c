package check

import (
	"context"
	"fmt"
	"time"

	"github.com/eralock/eralock/model"
)

// player plays one schedule on one process.
type player struct {
	opt      *Options
	peer     *peer
	patience *patience
	conn     *conn
	spell    spelling
	out      *exchange
	left     model.Schedule // what is still to be said

	shaken bool          // an InitializeResult came
	slowIn time.Duration // by when the slow call has been read; 0: not yet
	stuck  bool          // an answer did not come: do not wait as long for the others
}

// play starts a process, plays s and returns the conversation. An error means
// that the process could not be started.
func play(ctx context.Context, opt *Options, p *peer, pat *patience, s model.Schedule, ids idStyle) (*exchange, error) {
	c, err := open(opt)
	if err != nil {
		return nil, err
	}
	defer c.close()
	pl := &player{
		opt: opt, peer: p, patience: pat, conn: c, left: s,
		spell: spelling{opt: opt, ids: ids},
		out:   &exchange{schedule: s, waited: -1, closed: -1, ended: -1},
	}
	for len(pl.left) > 0 && pl.out.closed < 0 {
		pl.burst(ctx, pl.next())
	}
	if pl.out.closed < 0 {
		pl.settle(ctx)
	}
	pl.finish(ctx)
	return pl.out, nil
}

// next takes the letters that leave in one write.
func (p *player) next() model.Schedule {
	n := 1
	for n < len(p.left) && p.left[n].Adjacent {
		n++
	}
	burst := p.left[:n]
	p.left = p.left[n:]
	return burst
}

// burst says adjacent letters and waits for what they must bring about.
func (p *player) burst(ctx context.Context, letters model.Schedule) {
	var said, after []*frame
	end := false
	for i, step := range letters {
		frames := p.spell.frames(step.Letter)
		if step.Letter == model.LetterInitialize && i == len(letters)-1 {
			frames, after = frames[:1], frames[1:] // the notification waits for the result
		}
		said = append(said, frames...)
		end = end || step.Letter == model.LetterEOF
	}
	if len(said) > 0 {
		p.write(said)
	}
	if end {
		p.out.closed = p.conn.endInput()
		return
	}
	for _, f := range said {
		p.awaitAnswer(ctx, f)
	}
	if last := said[len(said)-1]; !last.letter.Request() || slow(last.letter) {
		p.probe(ctx)
	}
	if p.spell.slow != nil && p.slowIn == 0 {
		p.slowIn = p.conn.rec.Elapsed() // something behind it was answered
	}
	if len(after) > 0 && p.shaken {
		p.write(after)
	}
}

func slow(l model.Letter) bool { return l == model.LetterSlow || l == model.LetterBareSlow }

func (p *player) write(frames []*frame) {
	p.out.frames = append(p.out.frames, frames...)
	p.conn.write(frames)
}

// awaitAnswer waits for what answers f: a response, or a listen's
// acknowledgement. A slow call is not waited for.
func (p *player) awaitAnswer(ctx context.Context, f *frame) {
	if f.id == "" || slow(f.letter) || p.out.cancelled(f) {
		return
	}
	p.await(ctx, p.limit(), fmt.Sprintf("no answer to %s", f.id), func(all []message) bool {
		return answered(all, f)
	})
	for _, m := range p.conn.heard() {
		p.shaken = p.shaken || f.letter == model.LetterInitialize && m.result != nil && key(m.id) == keyOf(f)
	}
}

func answered(all []message, f *frame) bool {
	for _, m := range all {
		if m.response() && key(m.id) == keyOf(f) || f.letter == model.LetterListen && key(m.stamp()) == keyOf(f) {
			return true
		}
	}
	return false
}

// await waits, notes it where nothing came, and from then on waits less.
func (p *player) await(ctx context.Context, d time.Duration, missing string, ok func([]message) bool) {
	began := time.Now()
	if p.conn.await(ctx, d, ok) {
		return
	}
	if p.conn.endedAt() < 0 {
		p.conn.rec.Mark(fmt.Sprintf("%s after %.1f s", missing, time.Since(began).Seconds()))
	}
	p.stuck = true
}

func (p *player) limit() time.Duration {
	if p.stuck {
		return 100 * time.Millisecond
	}
	return p.patience.answer(p.conn.up())
}

// probe sends a request whose answer proves that all before it was read.
func (p *player) probe(ctx context.Context) {
	f := p.spell.frames(probeLetter(p.out.schedule, p.left, p.shaken))
	f[0].probe = true
	p.write(f)
	p.awaitAnswer(ctx, f[0])
}

// probeLetter chooses a request of the vocabulary that is spoken. As long as an
// initialize is still to come it is one that hardly any policy commits by.
func probeLetter(whole, left model.Schedule, shaken bool) model.Letter {
	switch {
	case left.Has(model.LetterInitialize) && whole.Modern():
		return model.LetterAbove
	case whole.Modern() && !shaken:
		return model.LetterList
	}
	return model.LetterPing
}
