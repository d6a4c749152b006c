package model

import (
	"slices"
	"sync"
)

// Era returns the era table of policy p. With grace (decisions E14, FirstFrame
// and FirstSuccess only; the others ignore it) a lock whose only frames are
// DiscoverResults is provisional, and a valid bare initialize takes it over.
func Era(p Policy, grace bool) *EraTable {
	if grace && (p == FirstFrame || p == FirstSuccess) {
		return graceTables[p]()
	}
	return eraTables[p]()
}

// A program runs on one policy: its table is built when it is first asked for.
var (
	eraTables = [...]func() *EraTable{
		FirstFrame:     sync.OnceValue(func() *EraTable { return firstFrame(false) }),
		FirstSuccess:   sync.OnceValue(func() *EraTable { return firstSuccess(false) }),
		OpeningRequest: sync.OnceValue(openingRequest),
		ProbeWindow:    sync.OnceValue(probeWindow),
		Concurrent:     sync.OnceValue(concurrent),
	}
	graceTables = [...]func() *EraTable{
		FirstFrame:   sync.OnceValue(func() *EraTable { return firstFrame(true) }),
		FirstSuccess: sync.OnceValue(func() *EraTable { return firstSuccess(true) }),
	}
)

func era(name, doc string, groups ...[]EraRow) *EraTable {
	return New(EraTable{
		Name: "Era/" + name, Doc: doc, Start: EraOpen,
		States: eraStates, Events: eraEvents, Effects: eraEffects,
		Rows: slices.Concat(groups...),
	})
}

// commits are the four rows that end a block of rows: what the frames that we
// are about to write do to the lock.
func commits(from, frame, discover EraState, grace EraEffect) []EraRow {
	frameDo := EraDoLockModern
	if frame == from {
		frameDo = EraDoNothing
	}
	return []EraRow{
		{from, EraOnFrameOut, frame, frameDo, POLICY, "rules A5 and A9"},
		{from, EraOnResultOut, EraModern, EraDoLockModern, POLICY, "rules A5 and C2, decisions E2"},
		{from, EraOnDiscoverOut, discover, grace, POLICY, "rules A5 and C2, decisions E14"},
		{from, EraOnInitializeOut, EraLegacy, EraDoLockLegacy, MUST, "rules C2, S-ERA-4"},
	}
}

// graceRows are the rows of a provisional lock: modern in everything, but a
// valid initialize is answered.
func graceRows() []EraRow {
	rows := modernRows()[:EraOnFrameOut]
	for i := range rows {
		rows[i].From, rows[i].To = EraProbed, EraProbed
	}
	rows[EraOnInitialize].Do, rows[EraOnInitialize].Ref = EraDoHandshake, "decisions E14"
	return rows
}

func answering(name, doc string, frame EraState, grace bool) *EraTable {
	if !grace {
		return era(name, doc, openRows(EraOpen), commits(EraOpen, frame, EraModern, EraDoLockModern), legacyRows(), modernRows())
	}
	probedFrame := frame
	if frame == EraOpen {
		probedFrame = EraProbed
	}
	return era(name+"/grace", doc+" A discover alone binds provisionally.",
		openRows(EraOpen), commits(EraOpen, frame, EraProbed, EraDoNothing),
		graceRows(), commits(EraProbed, probedFrame, EraProbed, EraDoNothing),
		legacyRows(), modernRows())
}

func firstFrame(grace bool) *EraTable {
	return answering("first-frame", "The modern lock commits immediately before the first non-error frame of a modern request.", EraModern, grace)
}

func firstSuccess(grace bool) *EraTable {
	return answering("first-success", "The modern lock commits when a handler has returned a success.", EraOpen, grace)
}

func openingRequest() *EraTable {
	open := openRows(EraOpen)
	for i := range open {
		r := &open[i]
		switch r.On {
		case EraOnInitialize, EraOnBadInitialize, EraOnPing:
			r.To = EraLegacy
		case EraOnBareDiscover, EraOnBareListen, EraOnBareUnknown:
			r.To, r.Do = EraLegacy, EraDoRefuseMethod
		case EraOnBare:
			r.To, r.Do = EraLegacy, EraDoServeLegacy
		case EraOnClaimedInitialize, EraOnNotification, EraOnClaimedNotification:
			continue // neither a bare request nor an enveloped one that 2026-07-28 knows
		default:
			r.To = EraModern
		}
		r.Level, r.Ref = POLICY, "policies OpeningRequest, "+r.Ref
	}
	return era("opening-request", "The first request decides, even one that fails.", open, legacyRows(), modernRows())
}

func probeWindow() *EraTable {
	legacy := legacyRows()
	for i := range legacy {
		r := &legacy[i]
		if r.Do != EraDoRefuseEnvelope {
			continue
		}
		switch r.On {
		case EraOnEnveloped, EraOnPartialEnvelope, EraOnUnsupportedVersion:
			r.Do = EraDoServeLegacy // the envelope is passed to the legacy side, which ignores it
		case EraOnClaimedInitialize:
			r.Do = EraDoHandshake
		default:
			r.Do = EraDoRefuseMethod
		}
		r.Ref = "policies ProbeWindow"
	}
	probed := append(probeRows(EraProbed), EraRow{EraProbed, EraOnDiscoverOut, EraProbed, EraDoNothing, POLICY, "policies ProbeWindow"})
	return era("probe-window", "A message decides when it is admitted; discover only opens a window.",
		probeRows(EraOpen), probed, legacy, modernRows())
}

func concurrent() *EraTable {
	open := openRows(EraOpen)
	for i := range open {
		switch r := &open[i]; r.On {
		case EraOnBare:
			r.Do, r.Level, r.Ref = EraDoServeLegacy, MAY, "policies Concurrent, S-ERA-2"
		case EraOnNotification, EraOnClaimedNotification:
			r.Do = EraDoDeliver
		}
	}
	out := make([]EraRow, 0, 4)
	for e := EraOnFrameOut; e <= EraOnInitializeOut; e++ {
		out = append(out, EraRow{EraOpen, e, EraOpen, EraDoNothing, MAY, "policies Concurrent, S-ERA-2"})
	}
	return era("concurrent", "Both eras are served side by side; nothing commits.", open, out)
}
