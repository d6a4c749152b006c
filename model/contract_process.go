package model

// ProcessContract is what is claimed of the rows of Process.
func ProcessContract() Contract[ProcessState, ProcessEvent] {
	const (
		starting, running, stdinClosed, terminating = ProcessStarting, ProcessRunning, ProcessStdinClosed, ProcessTerminating
		killing, exited, restarting                 = ProcessKilling, ProcessExited, ProcessRestarting
		unwanted, doomed                            = ProcessUnwanted, ProcessDoomed
	)
	type states = []ProcessState
	coming := states{starting, restarting, unwanted, doomed}
	there := states{running, stdinClosed, terminating, killing}
	all := append(append(states{exited}, coming...), there...)
	return Contract[ProcessState, ProcessEvent]{
		accepts(ProcessOnStarted, "A start succeeds or fails.", "C-ERA-3", coming...),
		accepts(ProcessOnStartFailed, "A start succeeds or fails.", "decisions K15", coming...),
		accepts(ProcessOnExit, "A child may end at any time.", "C-SHUT-4", there...),
		accepts(ProcessOnShutdown, "We may want it to go at any time.", "C-SHUT-1", all...),
		accepts(ProcessOnKill, "We may want it gone at any time.", "C-SHUT-1", all...),
		accepts(ProcessOnGrace, "A step that asks has a grace, and killing has none.", "decisions K11", stdinClosed, terminating),
		accepts(ProcessOnNeed, "A child that is gone is brought back when it is needed.", "C-SHUT-4", exited),

		emits(ProcessDoServe, "A started child serves, if it is still wanted.", "C-ERA-3", at(ProcessOnStarted, starting, restarting)),
		emits(ProcessDoFail, "A failed start fails the calls.", "decisions K15", at(ProcessOnStartFailed, coming...)),
		emits(ProcessDoCloseStdin, "First it is asked by end of input.", "C-SHUT-1", at(ProcessOnShutdown, running), at(ProcessOnStarted, unwanted)),
		emits(ProcessDoTerminate, "Then by SIGTERM, after a grace.", "C-SHUT-2", at(ProcessOnGrace, stdinClosed)),
		emits(ProcessDoKill, "Then it is killed, once.", "C-SHUT-2",
			at(ProcessOnGrace, terminating), at(ProcessOnKill, running, stdinClosed, terminating), at(ProcessOnStarted, doomed)),
		emits(ProcessDoLose, "A child that ends unasked loses what is pending.", "C-SHUT-4, decisions K12", at(ProcessOnExit, running)),
		emits(ProcessDoReap, "One that was asked to is reaped.", "decisions K11", at(ProcessOnExit, stdinClosed, terminating, killing)),
		emits(ProcessDoStart, "A child is started again only when it is needed.", "C-SHUT-4, decisions K19", at(ProcessOnNeed, exited)),

		enters[ProcessState, ProcessEvent](starting, "A client starts once.", "C-ERA-3"),
		enters(running, "A start that succeeds runs, if it is still wanted.", "C-ERA-3", at(ProcessOnStarted, starting, restarting)),
		enters(stdinClosed, "A shutdown begins with end of input.", "C-SHUT-1", at(ProcessOnShutdown, running), at(ProcessOnStarted, unwanted)),
		enters(terminating, "SIGTERM follows end of input.", "C-SHUT-2", at(ProcessOnGrace, stdinClosed)),
		enters(killing, "SIGKILL follows SIGTERM, or our own wish.", "C-SHUT-2",
			at(ProcessOnGrace, terminating), at(ProcessOnKill, running, stdinClosed, terminating), at(ProcessOnStarted, doomed)),
		enters(exited, "Nothing but its end ends it.", "C-SHUT-1", at(ProcessOnExit, there...), at(ProcessOnStartFailed, coming...)),
		enters(restarting, "A child that is gone comes back when it is needed.", "C-SHUT-4", at(ProcessOnNeed, exited)),
		enters(unwanted, "One that is still starting is asked to go when it has started.", "C-SHUT-1", at(ProcessOnShutdown, starting, restarting)),
		enters(doomed, "One that is still starting is killed when it has started.", "C-SHUT-1", at(ProcessOnKill, starting, restarting, unwanted)),
	}
}
