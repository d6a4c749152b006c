package check

import (
	"fmt"
	"slices"

	"github.com/eralock/eralock/model"
)

// foreign lists the introductions in a vocabulary that the peer turned out not to
// serve.
func (p *peer) foreign() []model.Schedule {
	var all []model.Schedule
	if !p.modern {
		all = append(all, askDiscover)
	}
	if !p.legacy {
		all = append(all, askInitialize)
	}
	return all
}

func (p *peer) isForeign(s model.Schedule) bool {
	return slices.ContainsFunc(p.foreign(), func(f model.Schedule) bool { return f.String() == s.String() })
}

// stranger judges an exchange in a vocabulary that the peer does not serve. It may
// refuse as it likes, or say nothing; what holds for any JSON-RPC is that a line
// is a message, and that an answer is to something that was asked, once.
func (j *judge) stranger() {
	answered := map[string]bool{}
	for _, m := range j.e.messages() {
		j.line(&m)
		if !m.response() || !m.id.present() {
			continue
		}
		k := key(m.id)
		asked := j.e.asked(k) != nil
		j.check(asked, "S-RESP-1", m.record, fmt.Sprintf("an answer to %s, which was never asked", shortened(m.id))+j.lookalike(&m))
		if asked {
			j.check(!answered[k], "S-MSG-8", m.record, "a second answer to "+shortened(m.id))
			answered[k] = true
		}
	}
}
