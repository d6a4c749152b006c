package proc

import (
	"fmt"
	"os"
)

// Status is how a child exited.
type Status struct {
	// Code is the exit code, or -1 if a signal ended the child, or if its
	// status is unknown because other code in this process took it.
	Code int
	// Signal is what ended the child, nil if it exited with a code.
	Signal os.Signal
}

func (s Status) String() string {
	switch {
	case s.Signal != nil:
		return fmt.Sprintf("ended by signal: %v", s.Signal)
	case s.Code < 0:
		return "exit status unknown"
	}
	return fmt.Sprintf("exit status %d", s.Code)
}

// Success reports exit code 0.
func (s Status) Success() bool { return s.Code == 0 }

func statusOf(state *os.ProcessState) Status {
	if state == nil {
		return Status{Code: -1}
	}
	return Status{Code: state.ExitCode(), Signal: signalOf(state)}
}
