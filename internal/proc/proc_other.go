//go:build !unix

package proc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

func ownGroup(*exec.Cmd) {}

func killGroup(leader *os.Process) error { return leader.Kill() }

func termGroup(*os.Process) error {
	return fmt.Errorf("proc: there is no SIGTERM here: %w", errors.ErrUnsupported)
}

func awaitGroup(*os.Process, time.Duration) {}

func sweep(*os.File, int, func([]byte)) {}

func signalOf(*os.ProcessState) os.Signal { return nil }
