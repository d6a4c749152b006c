package model

// ProcessState is the child that runs the server.
type ProcessState uint8

const (
	ProcessStarting ProcessState = iota
	ProcessRunning
	ProcessStdinClosed // asked to go by end of input
	ProcessTerminating // asked to go by SIGTERM
	ProcessKilling     // SIGKILL sent
	ProcessExited
	ProcessRestarting
	ProcessUnwanted // starting, and asked to go as soon as it has started
	ProcessDoomed   // starting, and killed as soon as it has started
)

// ProcessEvent is what happens to it.
type ProcessEvent uint8

const (
	ProcessOnStarted ProcessEvent = iota
	ProcessOnStartFailed
	ProcessOnExit     // it ended, whatever we asked
	ProcessOnShutdown // we want it to go
	ProcessOnGrace    // the grace of this step is over
	ProcessOnKill     // we want it gone now
	ProcessOnNeed     // a call, or a live listen, needs it
)

// ProcessEffect is what we do to it.
type ProcessEffect uint8

const (
	ProcessDoNothing ProcessEffect = iota
	ProcessDoServe
	ProcessDoFail
	ProcessDoCloseStdin
	ProcessDoTerminate
	ProcessDoKill
	ProcessDoLose // it ended unasked: everything pending is lost
	ProcessDoReap
	ProcessDoStart
)

// ProcessTable is the type of Process.
type ProcessTable = Table[ProcessState, ProcessEvent, ProcessEffect]

// Process is the child: asked three times to go, each time more firmly, and
// never left behind.
var Process = New(processTable)

var processTable = ProcessTable{
	Name: "Process", Doc: "The child process: end of input, SIGTERM, SIGKILL, each after a grace; restarted when it is needed again.",
	Start:   ProcessStarting,
	States:  []string{"Starting", "Running", "StdinClosed", "Terminating", "Killing", "Exited", "Restarting", "Unwanted", "Doomed"},
	Events:  []string{"Started", "StartFailed", "Exit", "Shutdown", "Grace", "Kill", "Need"},
	Effects: []string{"-", "Serve", "Fail", "CloseStdin", "Terminate", "Kill", "Lose", "Reap", "Start"},
	Rows: []Row[ProcessState, ProcessEvent, ProcessEffect]{
		{ProcessStarting, ProcessOnStarted, ProcessRunning, ProcessDoServe, POLICY, "rules B5"},
		{ProcessStarting, ProcessOnStartFailed, ProcessExited, ProcessDoFail, MUST, "decisions K15"},
		{ProcessStarting, ProcessOnShutdown, ProcessUnwanted, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessStarting, ProcessOnKill, ProcessDoomed, ProcessDoNothing, SHOULD, "decisions K11"},

		{ProcessRunning, ProcessOnExit, ProcessExited, ProcessDoLose, SHOULD, "C-SHUT-4"},
		{ProcessRunning, ProcessOnShutdown, ProcessStdinClosed, ProcessDoCloseStdin, SHOULD, "C-SHUT-1, decisions K11"},
		{ProcessRunning, ProcessOnKill, ProcessKilling, ProcessDoKill, SHOULD, "C-SHUT-1, decisions K11"},

		{ProcessStdinClosed, ProcessOnExit, ProcessExited, ProcessDoReap, SHOULD, "C-SHUT-1"},
		{ProcessStdinClosed, ProcessOnShutdown, ProcessStdinClosed, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessStdinClosed, ProcessOnGrace, ProcessTerminating, ProcessDoTerminate, SHOULD, "C-SHUT-2, decisions K11"},
		{ProcessStdinClosed, ProcessOnKill, ProcessKilling, ProcessDoKill, SHOULD, "decisions K11"},

		{ProcessTerminating, ProcessOnExit, ProcessExited, ProcessDoReap, SHOULD, "C-SHUT-2"},
		{ProcessTerminating, ProcessOnShutdown, ProcessTerminating, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessTerminating, ProcessOnGrace, ProcessKilling, ProcessDoKill, SHOULD, "C-SHUT-2, decisions K11"},
		{ProcessTerminating, ProcessOnKill, ProcessKilling, ProcessDoKill, SHOULD, "decisions K11"},

		{ProcessKilling, ProcessOnExit, ProcessExited, ProcessDoReap, SHOULD, "C-SHUT-2"},
		{ProcessKilling, ProcessOnShutdown, ProcessKilling, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessKilling, ProcessOnKill, ProcessKilling, ProcessDoNothing, SHOULD, "decisions K11"},

		{ProcessExited, ProcessOnShutdown, ProcessExited, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessExited, ProcessOnKill, ProcessExited, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessExited, ProcessOnNeed, ProcessRestarting, ProcessDoStart, SHOULD, "C-SHUT-4, decisions K19"},

		{ProcessRestarting, ProcessOnStarted, ProcessRunning, ProcessDoServe, SHOULD, "C-SHUT-4"},
		{ProcessRestarting, ProcessOnStartFailed, ProcessExited, ProcessDoFail, SHOULD, "decisions K15"},
		{ProcessRestarting, ProcessOnShutdown, ProcessUnwanted, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessRestarting, ProcessOnKill, ProcessDoomed, ProcessDoNothing, SHOULD, "decisions K11"},

		{ProcessUnwanted, ProcessOnStarted, ProcessStdinClosed, ProcessDoCloseStdin, SHOULD, "C-SHUT-1, decisions K11"},
		{ProcessUnwanted, ProcessOnStartFailed, ProcessExited, ProcessDoFail, SHOULD, "decisions K15"},
		{ProcessUnwanted, ProcessOnShutdown, ProcessUnwanted, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessUnwanted, ProcessOnKill, ProcessDoomed, ProcessDoNothing, SHOULD, "decisions K11"},

		{ProcessDoomed, ProcessOnStarted, ProcessKilling, ProcessDoKill, SHOULD, "C-SHUT-1, decisions K11"},
		{ProcessDoomed, ProcessOnStartFailed, ProcessExited, ProcessDoFail, SHOULD, "decisions K15"},
		{ProcessDoomed, ProcessOnShutdown, ProcessDoomed, ProcessDoNothing, SHOULD, "decisions K11"},
		{ProcessDoomed, ProcessOnKill, ProcessDoomed, ProcessDoNothing, SHOULD, "decisions K11"},
	},
}
