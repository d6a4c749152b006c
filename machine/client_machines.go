package machine

import (
	"sync"

	"github.com/eralock/eralock/model"
)

type (
	negotiationMachine  = Machine[model.NegotiationState, model.NegotiationEvent, model.NegotiationEffect]
	callMachine         = Machine[model.CallState, model.CallEvent, model.CallEffect]
	subscriptionMachine = Machine[model.SubscriptionState, model.SubscriptionEvent, model.SubscriptionEffect]
	processMachine      = Machine[model.ProcessState, model.ProcessEvent, model.ProcessEffect]
)

// ClientTables are what a ClientSession runs on. Nil fields take the standard
// tables of package model; a test hands in a mutant instead.
type ClientTables struct {
	Negotiation  *model.NegotiationTable
	Call         *model.CallTable
	Subscription *model.SubscriptionTable
	Process      *model.ProcessTable
}

type clientMachines struct {
	negotiation  *negotiationMachine
	call         *callMachine
	subscription *subscriptionMachine
	process      *processMachine
}

var (
	callOf         = sync.OnceValue(func() *callMachine { return New(model.Call) })
	subscriptionOf = sync.OnceValue(func() *subscriptionMachine { return New(model.Subscription) })
	processOf      = sync.OnceValue(func() *processMachine { return New(model.Process) })
	negotiationOf  = negotiationMachines()
)

func negotiationMachines() (all [3]func() *negotiationMachine) {
	for _, m := range model.Modes() {
		all[m] = sync.OnceValue(func() *negotiationMachine { return New(model.Negotiation(m)) })
	}
	return all
}

func clientMachinesFor(t ClientTables, mode model.Mode) clientMachines {
	m := clientMachines{negotiationOf[mode](), callOf(), subscriptionOf(), processOf()}
	if t.Negotiation != nil {
		m.negotiation = New(t.Negotiation)
	}
	if t.Call != nil {
		m.call = New(t.Call)
	}
	if t.Subscription != nil {
		m.subscription = New(t.Subscription)
	}
	if t.Process != nil {
		m.process = New(t.Process)
	}
	return m
}
