package properties

import "github.com/eralock/eralock/model"

// generated plays exchanges of a property until one breaks what it states.
func (s *suite) generated(p property, left int) {
	plot := p.play(s)
	if plot.skip != "" {
		s.skip(p.claim, plot.skip)
		return
	}
	refute(&s.trial, p.claim, left, plot.generator(), func(_ int, cues []cue) ([]fault, string) { return s.exchange(&plot, cues) })
}

// exchange plays cues on a fresh connection, and judges what was said.
func (s *suite) exchange(plot *plot, cues []cue) (faults []fault, text string) {
	err := s.on(func(d *dialogue) error {
		p := newPlayer(s, plot, d)
		p.all(cues)
		d.mu.Lock()
		faults = append(judgeRecord(d.record, d.heard, s.era), p.faults...)
		d.mu.Unlock()
		text = d.String()
		return nil
	})
	if err != nil {
		faults = []fault{{unreachable, model.MUST, err.Error()}}
	}
	return faults, text
}
