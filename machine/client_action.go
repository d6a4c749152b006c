package machine

// ClientDo is what the client's shell has to do.
type ClientDo uint8

const (
	ClientDoAdmit  ClientDo = iota // Ref, the first action for a ClientOnCall: this is its handle
	ClientDoReject                 // the ClientOnCall comes too late: the session is closed

	// The pipe. Queue, Probe, Reprobe and Initialize name a Ref that waits for
	// its turn from now on, in this order with the other frames; its time limit
	// begins. When the turn has come, ClientOnWrite gets a Write or a Skip.
	ClientDoQueue         // Ref
	ClientDoProbe         // Ref, Version: server/discover
	ClientDoReprobe       // Ref, Version: the same, to a server that is settled as modern
	ClientDoInitialize    // Ref
	ClientDoWrite         // Ref, ID, Lane, Version: hand this frame to the pipe
	ClientDoSkip          // Ref: write nothing
	ClientDoSendCancelled // ID: notifications/cancelled
	ClientDoPong          // answer the ping just read
	ClientDoRefuseRequest // answer the request just read with -32601
	ClientDoServeRequest  // answer the request just read as the host wants it
	ClientDoDrop          // leave the request just read without an answer

	// The outcome for a caller; but for Report, Grant, Deliver and Reopen it is final
	// and the Ref is forgotten.
	ClientDoReady       // Ref: the era is settled, that was all it waited for
	ClientDoReport      // Ref: progress
	ClientDoResolve     // Ref: the result just read
	ClientDoFail        // Ref: the error just read
	ClientDoAbort       // Ref: the caller's own error
	ClientDoLose        // Ref: the connection's error
	ClientDoUnsupported // Ref: this era has no such request
	ClientDoGrant       // Ref: the listen is acknowledged
	ClientDoDeliver     // Ref: an event
	ClientDoReopen      // Ref: the connection of the listen is lost, it waits for the next one
	ClientDoEnd         // Ref, Ending: no event will come any more

	// The connection.
	ClientDoSettleModern // Version: take over what the DiscoverResult just read says
	ClientDoSettleLegacy // take over the InitializeResult, send notifications/initialized
	ClientDoApply        // a later DiscoverResult: take over what it says
	ClientDoSwitch       // Version: requests carry this one from now on
	ClientDoGiveUp       // no era could be found: what just happened is the reason

	// The process.
	ClientDoStart      // start it
	ClientDoCloseInput // write what waits, then close its stdin; the first grace begins
	ClientDoTerminate  // SIGTERM; the second grace begins
	ClientDoKill       // SIGKILL
	ClientDoReap       // it is over: forget it
)

var clientDoNames = [...]string{
	"Admit", "Reject",
	"Queue", "Probe", "Reprobe", "Initialize", "Write", "Skip", "SendCancelled", "Pong", "RefuseRequest", "ServeRequest", "Drop",
	"Ready", "Report", "Resolve", "Fail", "Abort", "Lose", "Unsupported", "Grant", "Deliver", "Reopen", "End",
	"SettleModern", "SettleLegacy", "Apply", "Switch", "GiveUp",
	"Start", "CloseInput", "Terminate", "Kill", "Reap",
}

func (d ClientDo) String() string { return clientDoNames[d] }

// Settles reports whether d is the last that a caller hears of its Ref.
func (d ClientDo) Settles() bool {
	switch d {
	case ClientDoReady, ClientDoResolve, ClientDoFail, ClientDoAbort, ClientDoLose, ClientDoUnsupported, ClientDoEnd:
		return true
	}
	return false
}

// An Ending is how a subscription ended.
type Ending uint8

const (
	EndGraceful Ending = iota // by its result
	EndRemote                 // by the server's notifications/cancelled
	EndClosed                 // by us
	EndLost                   // with the connection
	EndCrashed                // with one connection after another (decisions K19)
	EndRefused                // by the error just read
)

var endingNames = [...]string{"graceful", "remote", "closed", "lost", "crashed", "refused"}

func (e Ending) String() string { return endingNames[e] }

// A ClientAction is one thing to do, in order.
type ClientAction struct {
	Do      ClientDo
	Kind    ClientKind // goes with Ref
	Lane    Lane
	Ending  Ending
	Ref     Ref
	ID      uint64
	Version string
}
