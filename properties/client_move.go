package properties

import (
	"fmt"

	"github.com/eralock/eralock/machine"
)

// A ClientMove is one thing that happens to a machine.ClientSession. It says
// what, not whether it is possible: what is not is skipped.
type ClientMove struct {
	Kind ClientMoveKind
	Nth  int // which call, id or answer it is about, modulo their number
	How  int // which kind of call, frame or error, modulo their number
}

// ClientMoveKind is what a ClientMove is.
type ClientMoveKind uint8

const (
	ClientCall        ClientMoveKind = iota // a caller wants something; How: what
	ClientStarted                           // the process runs
	ClientStartFailed                       // or does not
	ClientWrite                             // the turn of the next frame comes
	ClientSettle                            // the probe or the initialize is answered; Nth: with what
	ClientSilence                           // or has no answer in time
	ClientFrame                             // a frame about the Nth id of this process; How: which
	ClientPing                              // a ping of the server
	ClientRequest                           // any other request of the server
	ClientCancel                            // the Nth caller is done
	ClientTimeout                           // the Nth caller has waited long enough
	ClientGrace                             // a grace of the shutdown is over
	ClientLost                              // the output of the server ends
	ClientExit                              // the process ends
	ClientClose                             // the client is closed
	ClientBroken                            // the pipe breaks
)

var clientMoveNames = [...]string{
	"call", "started", "start failed", "write", "settle", "silence", "frame", "ping", "request", "cancel", "timeout", "grace",
	"lost", "exit", "close", "broken",
}

// ClientMoveKinds is the number of kinds.
const ClientMoveKinds = len(clientMoveNames)

func (m ClientMove) String() string {
	return fmt.Sprintf("%s #%d/%d", clientMoveNames[m.Kind], m.Nth, m.How)
}

// nth picks from what there is.
func nth[E any](all []E, n int) (e E, ok bool) {
	if len(all) == 0 {
		return e, false
	}
	return all[n%len(all)], true
}

var clientKinds = []machine.ClientKind{machine.KindCall, machine.KindListen, machine.KindConnect, machine.KindListen, machine.KindPing, machine.KindDiscover}

// What a frame about a listen, and about anything else, can be. The answers to
// the negotiation are ClientSettle.
var (
	listenFrames = []machine.ClientInput{
		{On: machine.ClientOnAcknowledged}, {On: machine.ClientOnEvent}, {On: machine.ClientOnAcknowledged}, {On: machine.ClientOnResult},
		{On: machine.ClientOnEvent}, {On: machine.ClientOnRemoteCancel}, {On: machine.ClientOnError, Answer: machine.AnswerOtherError},
		{On: machine.ClientOnError, Answer: machine.AnswerVersionRefused, Version: "2027-05-05"}, {On: machine.ClientOnProgress},
	}
	callFrames = []machine.ClientInput{
		{On: machine.ClientOnResult}, {On: machine.ClientOnResult, Answer: machine.AnswerDiscovered, Version: "2026-07-28"},
		{On: machine.ClientOnError, Answer: machine.AnswerOtherError},
		{On: machine.ClientOnError, Answer: machine.AnswerVersionRefused, Version: "2026-07-28"},
		{On: machine.ClientOnError, Answer: machine.AnswerVersionRefused, Version: "2027-05-05"},
		{On: machine.ClientOnError, Answer: machine.AnswerVersionsForeign}, {On: machine.ClientOnProgress}, {On: machine.ClientOnEvent},
	}
)
