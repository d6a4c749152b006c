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
	callOf         = New(model.Call)
	subscriptionOf = New(model.Subscription)
	processOf      = New(model.Process)
)

var negotiationOf [3]struct {
	once    sync.Once
	machine *negotiationMachine
}

func standardNegotiation(m model.Mode) *negotiationMachine {
	n := &negotiationOf[m]
	n.once.Do(func() { n.machine = New(model.Negotiation(m)) })
	return n.machine
}

func clientMachinesFor(t ClientTables, mode model.Mode) clientMachines {
	m := clientMachines{standardNegotiation(mode), callOf, subscriptionOf, processOf}
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
