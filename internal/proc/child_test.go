//go:build unix

package proc_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/eralock/eralock/internal/proc"
)

// The descriptors every child of the tests starts with, see rig.
const (
	lifelineFD = 3 // inherited by all descendants, closed when all are dead
	leashFD    = 4 // held by the child alone, closed when it is dead
	controlFD  = 5 // inherited by all descendants: a byte asks who is alive, the end lets go
)

// floodLine and the sizes are shared by the children and the tests.
const (
	floodLine = "all work and no play makes a dull log line\n"
	floodSize = 10 << 20
	burstSize = 60 << 10 // fits a pipe: the child exits before anybody reads
	muchSize  = 4 << 20
)

// child plays one of the children and returns its exit code.
func child(mode string) int {
	syscall.CloseOnExec(leashFD)
	switch mode {
	case "echo":
		io.Copy(os.Stdout, os.Stdin)
	case "status":
		return 7
	case "deaf": // ignores the end of stdin
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
		fmt.Println("eof")
		forever()
	case "stubborn": // ignores that and SIGTERM
		terms := make(chan os.Signal, 8)
		signal.Notify(terms, syscall.SIGTERM)
		fmt.Println("ready")
		go func() {
			io.Copy(io.Discard, os.Stdin)
			fmt.Println("eof")
		}()
		for range terms {
			fmt.Println("term")
		}
	case "never reads":
		fmt.Println("ready")
		forever()
	case "burst":
		os.Stdout.Write(bytes.Repeat([]byte("b"), burstSize))
	case "much":
		os.Stdout.Write(bytes.Repeat([]byte("m"), muchSize))
	case "flood":
		os.Stderr.Write(bytes.Repeat([]byte(floodLine), floodSize/len(floodLine)))
		fmt.Fprint(os.Stderr, "the end")
		fmt.Println("done")
		io.Copy(io.Discard, os.Stdin)
	case "family":
		return family()
	case "member":
		return member()
	case "leaver": // exits while a descendant holds its pipes
		return leave("holder", nil)
	case "ghost": // the same, but that one is beyond reach
		return leave("escaped", &syscall.SysProcAttr{Setsid: true})
	case "late": // the same, but that one has something left to say
		return leave("latecomer", nil)
	case "late log":
		return leave("late logger", nil)
	case "holder":
		forever()
	case "escaped":
		io.Copy(io.Discard, os.NewFile(controlFD, "control"))
	case "latecomer":
		os.Stderr.Close()
		io.Copy(io.Discard, os.Stdin) // ends when its parent is dead
		fmt.Println("last words")
	case "late logger":
		os.Stdout.Close()
		io.Copy(io.Discard, os.Stdin)
		fmt.Fprint(os.Stderr, "last log")
	case "host":
		return host()
	default:
		fmt.Fprintln(os.Stderr, "unknown mode", mode)
		return 99
	}
	return 0
}

// forever answers on the lifeline whoever asks whether it is alive, until the
// test lets go: one that should have been killed is found at once, and ends.
func forever() {
	control := os.NewFile(controlFD, "control")
	if info, err := control.Stat(); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		io.Copy(os.NewFile(lifelineFD, "lifeline"), control)
		return
	}
	time.Sleep(time.Hour) // started without a rig
}

// childEnv also spares a race build the second it waits before it exits.
func childEnv(mode string) []string {
	return append(os.Environ(), modeVar+"="+mode, "GORACE=atexit_sleep_ms=0")
}

func self(mode string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = childEnv(mode)
	return cmd
}

// leave starts a descendant and exits when the test writes it a line. The
// descendant's own stdin ends when this process does.
func leave(mode string, attr *syscall.SysProcAttr) int {
	cmd := self(mode)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = os.Stdout, os.Stderr, attr
	hold, _ := cmd.StdinPipe()
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 98
	}
	fmt.Println("held")
	bufio.NewReader(os.Stdin).ReadString('\n')
	runtime.KeepAlive(hold)
	return 0
}

// host runs a child of its own, with this package, and never stops it. That
// child touches no pipe, so it does not die of a broken one.
func host() int {
	p, err := proc.Start(self("never reads"), proc.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 98
	}
	line, _ := bufio.NewReader(p.Stdout()).ReadString('\n')
	fmt.Print(line)
	forever()
	return 0
}
