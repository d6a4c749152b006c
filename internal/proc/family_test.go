//go:build unix

package proc_test

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// family has one member in its group and tells which signals arrive where.
func family() int {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGUSR1)
	cmd := self("member")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	ask, _ := cmd.StdinPipe()
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 98
	}
	for sig := range signals {
		if sig == syscall.SIGTERM {
			cmd.Wait()
			fmt.Println("leader term")
			return 0
		}
		fmt.Println("leader usr1")
		fmt.Fprintln(ask, "well?")
	}
	return 0
}

func member() int {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGUSR1)
	asked := bufio.NewScanner(os.Stdin)
	go func() {
		for asked.Scan() {
			fmt.Println("member asked")
		}
	}()
	fmt.Println("ready")
	for sig := range signals {
		if sig == syscall.SIGTERM {
			fmt.Println("member term")
			return 0
		}
		fmt.Println("member usr1")
	}
	return 0
}
