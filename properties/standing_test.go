package properties

import (
	"fmt"
	"slices"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// stands compares the era and what is in flight.
func (p *playing) stands() error {
	want := server.State{Era: [...]string{"open", "open", "legacy", "modern"}[p.world.Era]}
	for i := range p.world.Slots {
		switch s := p.world.Slots[i]; {
		case s.Kind == model.KindCall && s.State.Live():
			want.InFlight = append(want.InFlight, p.tokens[i])
		case s.Kind == model.KindListen && s.State == model.RequestAcknowledged:
			want.Listens = append(want.Listens, p.tokens[i])
		}
	}
	got := p.conn.State()
	for _, ids := range [][]string{got.InFlight, got.Listens, want.InFlight, want.Listens} {
		slices.Sort(ids)
	}
	if got.Era != want.Era || !slices.Equal(got.InFlight, want.InFlight) || !slices.Equal(got.Listens, want.Listens) {
		return fmt.Errorf("the connection stands at %+v, the model at %+v", got, want)
	}
	return nil
}
