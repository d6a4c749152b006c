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

// The machines of the standard tables are built when first needed and shared by
// every session of the process; configuring them is what costs at start-up.
var (
	lifetimeOf = sync.OnceValue(func() *lifetimeMachine { return New(model.Lifetime) })
	legacyOf   = sync.OnceValue(func() *legacyMachine { return New(model.LegacySession) })
	requestOf  = sync.OnceValue(func() *requestMachine { return New(model.Request) })
	outboundOf = sync.OnceValue(func() *outboundMachine { return New(model.Outbound) })
	eraOf      = eraMachines()
)

func eraMachines() (all [5][2]func() *eraMachine) {
	for _, p := range model.Policies() {
		for i, grace := range []bool{false, true} {
			all[p][i] = sync.OnceValue(func() *eraMachine { return New(model.Era(p, grace)) })
		}
	}
	return all
}

func standardEra(p model.Policy, grace bool) *eraMachine {
	if grace {
		return eraOf[p][1]()
	}
	return eraOf[p][0]()
}

func serverMachinesFor(t Tables, p model.Policy, grace bool) serverMachines {
	m := serverMachines{standardEra(p, grace), lifetimeOf(), legacyOf(), requestOf(), outboundOf()}
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
