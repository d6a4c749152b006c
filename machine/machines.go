package machine

import (
	"sync"

	"github.com/eralock/eralock/model"
)

type (
	eraMachine      = Machine[model.EraState, model.EraEvent, model.EraEffect]
	lifetimeMachine = Machine[model.LifetimeState, model.LifetimeEvent, model.LifetimeEffect]
	legacyMachine   = Machine[model.LegacyState, model.LegacyEvent, model.LegacyEffect]
	requestMachine  = Machine[model.RequestState, model.RequestEvent, model.RequestEffect]
	outboundMachine = Machine[model.OutboundState, model.OutboundEvent, model.OutboundEffect]
)

// Tables are what a ServerSession runs on. The zero fields of NewServer's
// options are filled from package model; a test hands in a mutant instead.
type Tables struct {
	Era      *model.EraTable
	Lifetime *model.LifetimeTable
	Legacy   *model.LegacyTable
	Request  *model.RequestTable
	Outbound *model.OutboundTable
}

// serverMachines are the machines behind one set of tables.
type serverMachines struct {
	era      *eraMachine
	lifetime *lifetimeMachine
	legacy   *legacyMachine
	request  *requestMachine
	outbound *outboundMachine
}

// The machines of the standard tables are shared by every session of the
// process.
var (
	lifetimeOf = New(model.Lifetime)
	legacyOf   = New(model.LegacySession)
	requestOf  = New(model.Request)
	outboundOf = New(model.Outbound)
)

// eraOf is by policy, without and with grace. The tables are built when they are
// first asked for, and so are their machines.
var eraOf [5][2]struct {
	once    sync.Once
	machine *eraMachine
}

func standardEra(p model.Policy, grace bool) *eraMachine {
	e := &eraOf[p][0]
	if grace {
		e = &eraOf[p][1]
	}
	e.once.Do(func() { e.machine = New(model.Era(p, grace)) })
	return e.machine
}

func serverMachinesFor(t Tables, p model.Policy, grace bool) serverMachines {
	m := serverMachines{standardEra(p, grace), lifetimeOf, legacyOf, requestOf, outboundOf}
	if t.Era != nil {
		m.era = New(t.Era)
	}
	if t.Lifetime != nil {
		m.lifetime = New(t.Lifetime)
	}
	if t.Legacy != nil {
		m.legacy = New(t.Legacy)
	}
	if t.Request != nil {
		m.request = New(t.Request)
	}
	if t.Outbound != nil {
		m.outbound = New(t.Outbound)
	}
	return m
}
