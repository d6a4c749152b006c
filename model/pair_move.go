package model

import (
	"fmt"
	"strings"
)

// PairMoveKind is a step of one side.
type PairMoveKind uint8

const (
	PairCalls          PairMoveKind = iota // a caller makes request Slot
	PairWrites                             // the client hands request Slot to the pipe
	PairWritesNotice                       // notifications/initialized
	PairReads                              // the client reads a frame
	PairReadsEnd                           // the client sees the end of the output
	PairCancels                            // the caller of Slot gives up, or closes its listen
	PairTimeout                            // a request of the client's own has no answer in time
	PairCloses                             // the client closes the server's input
	PairServerReads                        // the server reads a frame
	PairServerReadsEnd                     // the server reads the end of its input
	PairServer                             // the server makes Move
)

// A PairMove is one step of a PairWorld.
type PairMove struct {
	Kind PairMoveKind
	Slot int8
	Move Move // of the server
}

// Moves calls yield with every move that is possible in w.
func (sys *PairSystem) Moves(w *PairWorld, yield func(PairMove)) {
	sys.clientMoves(w, yield)
	sys.serverMoves(w, yield)
}

func (sys *PairSystem) clientMoves(w *PairWorld, yield func(PairMove)) {
	do := func(k PairMoveKind, i int) { yield(PairMove{Kind: k, Slot: int8(i)}) }
	room, open := int(w.UpLen) < sys.UpCap, !w.Has(PairInputClosed)
	for i := range w.Asks {
		a := &w.Asks[i]
		switch {
		case a.Place == PlaceNone && open && sys.callable(w, i):
			do(PairCalls, i)
		case a.Place == PlacePipe && open && room && a.Outcomes == 0 && !w.Has(PairOwes):
			do(PairWrites, i)
		}
		if i < pairCall && a.Place == PlaceAway && !a.Call.Settled() && open {
			do(PairTimeout, i)
		}
		if gives := a.pending(i) || i == pairListen && a.Subscription == SubscriptionLive && a.Outcomes == 0; i >= pairCall && gives && open && (room || a.Place != PlaceAway) {
			do(PairCancels, i)
		}
	}
	if w.Has(PairOwes) && room && open {
		do(PairWritesNotice, -1)
	}
	if w.Written > 0 {
		do(PairReads, -1)
	}
	if w.DownLen == 0 && w.Server.OutputClosed && !w.Has(PairEnded) {
		do(PairReadsEnd, -1)
	}
	if open && !w.Has(PairEnded) {
		do(PairCloses, -1)
	}
}

// callable reports whether a caller can make request i now: of two that are the
// same, the first first.
func (sys *PairSystem) callable(w *PairWorld, i int) bool {
	switch {
	case w.Has(PairEnded):
		return false
	case i == pairListen:
		return sys.Listens > 0
	case i == pairCall+1:
		return sys.Calls > 1 && w.Asks[pairCall].Place != PlaceNone
	}
	return i == pairCall && sys.Calls > 0
}

func (sys *PairSystem) serverMoves(w *PairWorld, yield func(PairMove)) {
	do := func(m Move) {
		if sys.fits(w, m) {
			yield(PairMove{Kind: PairServer, Slot: m.Slot, Move: m})
		}
	}
	life := w.Server.Life
	if life != LifetimeClosed {
		if w.UpLen > 0 {
			if m := sys.read(w); sys.fits(w, m) {
				yield(PairMove{Kind: PairServerReads, Slot: m.Slot, Move: m})
			}
		} else if m := (Move{Kind: MoveEOF, Slot: -1}); w.Has(PairInputClosed) && !w.Server.InputEnded && sys.fits(w, m) {
			yield(PairMove{Kind: PairServerReadsEnd, Slot: -1, Move: m})
		}
		do(Move{Kind: MoveClose, Slot: -1})
	}
	if life == LifetimeDraining {
		do(Move{Kind: MoveDeadline, Slot: -1})
		if w.Server.Idle() {
			do(Move{Kind: MoveIdle, Slot: -1})
		}
	}
	if w.Written < w.DownLen {
		do(Move{Kind: MoveWrite, Slot: -1})
	}
	for i := range pairAsks {
		sys.Server.slotMoves(&w.Server.Slots[i], int8(i), do)
	}
}

// read is the move that the server makes of the oldest frame.
func (sys *PairSystem) read(w *PairWorld) Move {
	return Move{Kind: MoveRead, Class: w.Up[0].Class, Slot: w.Up[0].Slot}
}

// fits reports whether the frames of the server's move find room: if not, the
// server waits for its client.
func (sys *PairSystem) fits(w *PairWorld, m Move) bool {
	var buf [2 * MaxRequests]Emission
	_, out := sys.Server.Step(w.Server, m, buf[:0])
	return int(w.DownLen)+len(out) <= sys.DownCap
}

var pairNames = [...]string{
	pairProbe: "server/discover", pairReprobe: "server/discover, another version", pairInitialize: "initialize",
	pairCall: "call #1", pairCall + 1: "call #2", pairListen: "listen",
}

// line is the move as a line of an exchange; false if its frames tell it.
func (m PairMove) line(w *PairWorld) (Line, bool) {
	of := ""
	if m.Slot >= 0 {
		of = pairNames[m.Slot]
	}
	switch m.Kind {
	case PairCalls:
		return Line{Side: OnClient, Text: "wants " + of}, true
	case PairWrites:
		return Line{Side: OnClient, Frame: true, Text: of}, true
	case PairWritesNotice:
		return Line{Side: OnClient, Frame: true, Text: "notifications/initialized"}, true
	case PairReads:
		return Line{Side: OnClient, Text: fmt.Sprintf("reads %s of %s", w.Down[0].Frame, pairNames[w.Down[0].Slot])}, true
	case PairReadsEnd:
		return Line{Side: OnClient, Text: "reads the end"}, true
	case PairCancels:
		return Line{Side: OnClient, Frame: w.Asks[m.Slot].Place == PlaceAway, Text: "cancelled " + of}, true
	case PairTimeout:
		return Line{Side: OnClient, Text: "no answer in time to " + of}, true
	case PairCloses:
		return Line{Side: OnClient, Text: "closes the pipe"}, true
	case PairServerReads:
		return Line{Side: OnServer, Text: "reads " + w.Up[0].Class.String()}, true
	case PairServerReadsEnd:
		return Line{Side: OnServer, Text: "reads the end"}, true
	}
	return Line{Side: OnServer, Text: strings.TrimSpace(m.Move.Label(-1) + " " + of)}, m.Move.Kind != MoveWrite
}
