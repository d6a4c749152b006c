package properties

import (
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

// What servers are known to get wrong at the edges, and what generated exchanges
// reach too seldom.

var earlyPingProperty = property{
	claim: claim{name: "ping before the handshake", ref: "S-PING-1, S-LIFE-1", legacy: true,
		says: "A ping before initialize is answered with {}, and the handshake goes on."},
	check: func(_ *suite, d *dialogue) error {
		if err := d.say(Sample{Class: model.ClassPing, ID: `"early"`}); err != nil {
			return err
		}
		h, _, err := d.answer(`"early"`)
		switch {
		case err != nil:
			return err
		case h.kind == wire.InError:
			return wrong("a ping is answered with {}, not with %s", shorten(h.frame.Line()))
		}
		return shake(d)
	},
}

var oddCancelProperty = property{
	claim: claim{name: "silence of odd ids", ref: "S-CANCEL-1, S-MSG-8", modern: true,
		says: "A cancel counts for an id of any type and value: 0 and the empty string are ids."},
	check: func(s *suite, d *dialogue) error {
		if s.slow.Tool == "" {
			return fmt.Errorf("%w: no slow tool was named, or others do not overtake it", errSkip)
		}
		odd := []string{`0`, `""`, `-7`, `"0"`, `"é\"\\"`}
		var calls []Sample
		var cancelled []*asked
		for _, id := range odd {
			call := s.slow
			call.Class, call.ID = model.ClassEnveloped, id
			calls, cancelled = append(calls, call), append(cancelled, &asked{Sample: call, role: roleSlow})
		}
		if err := d.say(calls...); err != nil {
			return err
		}
		if err := barrier(d, `"before"`); err != nil {
			return err
		}
		return silence(d, cancelled...)
	},
}

// cutID has characters of two, three and four bytes.
const cutID = `"é☃😀"`

var cutProperty = property{
	claim: claim{name: "cut characters", ref: "S-FRAME-1, S-RESP-1", modern: true,
		says: "A character whose bytes come in two writes is the character that it was."},
	check: func(_ *suite, d *dialogue) error {
		line := Sample{Class: model.ClassDiscover, ID: cutID}.Line()
		var writes [][]byte
		for len(line) > 0 {
			n := 1 // each byte that is part of a character is alone
			for n < len(line) && line[n-1] < 0x80 && line[n] < 0x80 {
				n++
			}
			writes, line = append(writes, line[:n], nil), line[n:]
		}
		d.out.pour(writes...)
		h, _, err := d.answer(cutID)
		if err == nil && h.kind == wire.InError {
			return refusedWith(h)
		}
		return err
	},
}
