package machine

import (
	"context"
	"errors"
	"sync"

	"github.com/qmuntal/stateless"

	"github.com/eralock/eralock/model"
)

// A Machine runs one table on one stateless.StateMachine that every session
// shares: the state lives in the caller's Cursor, so a machine costs its
// configuration once, at the first Fire that moves, and a Fire costs no
// allocation. Safe for concurrent use with different cursors.
type Machine[S, E, O ~uint8] struct {
	table *model.Table[S, E, O]
	once  sync.Once
	sm    *stateless.StateMachine
	on    []stateless.Trigger // boxed once: an interface a Fire would otherwise build
}

// A Cursor is where one machine stands for one connection or request. It is
// passed to stateless as the context of the Fire, which hands it unchanged to
// the state's accessor and mutator.
type Cursor[S ~uint8] struct {
	context.Context // nil: stateless asks it nothing
	At              S
}

var errNoRow = errors.New("machine: no row")

// New returns the machine of a table.
func New[S, E, O ~uint8](t *model.Table[S, E, O]) *Machine[S, E, O] {
	return &Machine[S, E, O]{table: t}
}

// configure tells stateless the table.
func (m *Machine[S, E, O]) configure() {
	t := m.table
	sm := stateless.NewStateMachineWithExternalStorage(
		func(ctx context.Context) (stateless.State, error) { return ctx.(*Cursor[S]).At, nil },
		func(ctx context.Context, s stateless.State) error { ctx.(*Cursor[S]).At = s.(S); return nil },
		stateless.FiringImmediate)
	for _, r := range t.Rows {
		if r.From == r.To {
			sm.Configure(r.From).Ignore(r.On)
		} else {
			sm.Configure(r.From).Permit(r.On, r.To)
		}
	}
	for s := range t.States {
		sm.Configure(S(s)) // a state without rows still has to be known
	}
	sm.OnUnhandledTrigger(func(context.Context, stateless.State, stateless.Trigger, []string) error { return errNoRow })
	m.sm = sm
	for e := range t.Events {
		m.on = append(m.on, E(e))
	}
}

// Table is the table behind m.
func (m *Machine[S, E, O]) Table() *model.Table[S, E, O] { return m.table }

// Fire moves c by e and returns the row's effect. Without a row, ok is false
// and c stays. A row that stays where it is is an Ignore: stateless does nothing
// about it, at a price, and is spared the question.
func (m *Machine[S, E, O]) Fire(c *Cursor[S], e E) (do O, ok bool) {
	to, do, ok := m.table.Step(c.At, e)
	if ok && to == c.At {
		return do, true
	}
	return do, m.move(c, e)
}

// move asks stateless.
func (m *Machine[S, E, O]) move(c *Cursor[S], e E) bool {
	m.once.Do(m.configure)
	return m.sm.FireCtx(c, m.on[e]) == nil
}
