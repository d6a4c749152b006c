package model

import "fmt"

// ClientMoveKind is something that a caller, the pipe, the server or its
// process does to a client.
type ClientMoveKind uint8

const (
	ClientCalls       ClientMoveKind = iota // a caller makes call Slot
	ClientStarted                           // the process runs
	ClientStartFailed                       // it could not be started
	ClientWritesOwn                         // own request Slot is handed to the pipe
	ClientCannotWrite                       // own request Slot cannot be made up
	ClientWritesCall                        // call Slot is handed to the pipe
	ServerAnswersOwn                        // own request Slot is answered with Answer
	ClientOwnTimeout                        // own request Slot has no answer in time
	ServerAnswersCall                       // call Slot gets the event On
	ServerRefusesCall                       // call Slot gets a -32022; Answer says which
	ClientCancels                           // the caller of Slot gives up
	ClientCallTimeout                       // call Slot has no answer in time
	ServerCloses                            // the streams end, the process may still be there
	ServerBreaks                            // the pipe breaks: nothing is known of the process (decisions K12)
	ServerExits                             // the process ends
	ClientGrace                             // the grace of a step of the shutdown is over
	ClientCloses                            // the host wants no more
)

var clientMoveNames = [...]string{
	"call", "the process runs", "the process does not start", "write", "cannot write", "write call", "answer", "no answer in time to",
	"", "refuse", "cancel", "no answer in time to", "the streams end", "the pipe breaks", "the process ends", "the grace is over", "close",
}

// A ClientMove is one step of a ClientWorld.
type ClientMove struct {
	Kind   ClientMoveKind
	Slot   int8
	Answer NegotiationEvent
	On     CallEvent
}

var ownNames = [...]string{"nothing", "server/discover", "server/discover again", "initialize"}

// line is the move as a line of an exchange.
func (m ClientMove) line(w *ClientWorld) Line {
	words := clientMoveNames[m.Kind]
	server := m.Kind == ServerAnswersOwn || m.Kind == ServerAnswersCall || m.Kind == ServerRefusesCall || m.Kind == ServerCloses || m.Kind == ServerBreaks || m.Kind == ServerExits
	switch m.Kind {
	case ClientWritesOwn:
		return Line{Side: OnClient, Frame: true, Text: ownNames[w.Own[m.Slot].Kind]}
	case ClientWritesCall:
		return Line{Side: OnClient, Frame: true, Text: fmt.Sprintf("call #%d", m.Slot+1)}
	case ServerAnswersOwn:
		return Line{Side: OnServer, Frame: true, Text: fmt.Sprintf("%s, to %s", answerNames[m.Answer], ownNames[w.Own[m.Slot].Kind])}
	case ServerAnswersCall:
		return Line{Side: OnServer, Frame: true, Text: fmt.Sprintf("%s #%d", callAnswerNames[m.On], m.Slot+1)}
	case ServerRefusesCall:
		return Line{Side: OnServer, Frame: true, Text: fmt.Sprintf("%s #%d", answerNames[m.Answer], m.Slot+1)}
	case ClientOwnTimeout, ClientCannotWrite:
		words += " " + ownNames[w.Own[m.Slot].Kind]
	case ClientCalls, ClientCancels, ClientCallTimeout:
		words = fmt.Sprintf("%s #%d", words, m.Slot+1)
	}
	if server {
		return Line{Side: OnServer, Text: words}
	}
	return Line{Side: OnClient, Text: words}
}

var callAnswerNames = [...]string{CallOnProgress: "progress", CallOnResult: "result", CallOnError: "error", CallOnLost: ""}

var answerNames = [...]string{
	NegotiationOnDiscovered: "DiscoverResult", NegotiationOnLegacyOnly: "DiscoverResult, legacy versions only",
	NegotiationOnNoOverlap: "DiscoverResult, no mutual version", NegotiationOnUnusable: "unusable modern result",
	NegotiationOnUnmarked: "result without marks", NegotiationOnVersionRefused: "error -32022, a mutual version",
	NegotiationOnVersionsForeign: "error -32022, no mutual version", NegotiationOnModernError: "error -32021",
	NegotiationOnOtherError: "error", NegotiationOnInitialized: "InitializeResult",
	NegotiationOnInitializeFailed: "error", NegotiationOnInitializeModern: "error -32022", NegotiationOnUnsent: "",
}

// Moves calls yield with every move that is possible in w.
func (sys *ClientSystem) Moves(w *ClientWorld, yield func(ClientMove)) {
	if !w.Has(PastClosed) {
		yield(ClientMove{Kind: ClientCloses, Slot: -1})
		sys.newCall(w, yield)
	}
	sys.processMoves(w, yield)
	for i := range w.Own {
		ownMoves(&w.Own[i], int8(i), w.Has(PastUp), yield)
	}
	for i := range w.Calls {
		if i == 0 || w.Calls[i] != w.Calls[i-1] {
			callMoves(&w.Calls[i], int8(i), w.Has(PastUp), yield)
		}
	}
}

// newCall takes a free place, or that of a call which is over.
func (sys *ClientSystem) newCall(w *ClientWorld, yield func(ClientMove)) {
	for i := sys.Calls - 1; i >= 0; i-- {
		if !w.Calls[i].pending() {
			yield(ClientMove{Kind: ClientCalls, Slot: int8(i)})
			return
		}
	}
}

func (sys *ClientSystem) processMoves(w *ClientWorld, yield func(ClientMove)) {
	do := func(k ClientMoveKind) { yield(ClientMove{Kind: k, Slot: -1}) }
	switch w.Process {
	case ProcessStarting, ProcessRestarting, ProcessUnwanted, ProcessDoomed:
		if w.Has(PastLaunched) {
			do(ClientStarted)
			do(ClientStartFailed)
		}
	case ProcessStdinClosed, ProcessTerminating:
		do(ClientGrace)
		do(ServerExits)
	case ProcessRunning, ProcessKilling:
		do(ServerExits)
	}
	if w.Has(PastUp) {
		do(ServerCloses)
		do(ServerBreaks)
	}
}

func ownMoves(o *OwnRequest, i int8, up bool, yield func(ClientMove)) {
	do := func(k ClientMoveKind, a NegotiationEvent) { yield(ClientMove{Kind: k, Slot: i, Answer: a}) }
	switch {
	case o.Kind == OwnNone || !up:
		return
	case !o.Written:
		do(ClientWritesOwn, 0)
		do(ClientCannotWrite, 0)
	case o.Kind == OwnInitialize:
		for a := NegotiationOnInitialized; a <= NegotiationOnInitializeModern; a++ {
			do(ServerAnswersOwn, a)
		}
	default:
		for a := NegotiationOnDiscovered; a <= NegotiationOnOtherError; a++ {
			do(ServerAnswersOwn, a)
		}
	}
	if !o.State.Settled() {
		do(ClientOwnTimeout, 0)
	}
}

func callMoves(c *ClientCall, i int8, up bool, yield func(ClientMove)) {
	if c.Place == PlaceNone {
		return
	}
	if c.pending() {
		yield(ClientMove{Kind: ClientCancels, Slot: i})
		yield(ClientMove{Kind: ClientCallTimeout, Slot: i})
	}
	switch {
	case !up:
	case c.Place == PlacePipe && c.pending():
		yield(ClientMove{Kind: ClientWritesCall, Slot: i})
	case c.Place == PlaceAway:
		for on := CallOnProgress; on <= CallOnError; on++ {
			yield(ClientMove{Kind: ServerAnswersCall, Slot: i, On: on})
		}
		yield(ClientMove{Kind: ServerRefusesCall, Slot: i, Answer: NegotiationOnVersionRefused})
		yield(ClientMove{Kind: ServerRefusesCall, Slot: i, Answer: NegotiationOnVersionsForeign})
	}
}
