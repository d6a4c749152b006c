// Command spin has SPIN check the tables: every property of the two harnesses
// beside it must hold on the tables as they are, and fail on a bug that was
// seeded for it. Run it at the root of the module, as `make spin` does. It
// needs spin and a C compiler, and installs nothing.
//
// Read suite.go first, then search.go.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

func main() {
	write := flag.Bool("write", false, "write the figures to "+figuresFile+" instead of comparing them")
	requests := flag.Int("requests", 2, "how many `requests` a server's connection has at a time, 1 to 3; other than 2 shows no figures")
	only := flag.String("only", "", "run only the searches with this `word` in their model or seeded bug; \"models\" and \"seeds\" are the two halves")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *write, *requests, *only); err != nil {
		fmt.Fprintln(os.Stderr, "eralock spin:", err)
		os.Exit(1)
	}
}

var errMissing = errors.New("needs the Debian packages spin, gcc and libc6-dev: apt-get install spin gcc libc6-dev")

func run(ctx context.Context, write bool, requests int, only string) error {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			return errMissing
		}
	}
	began := time.Now()
	s, err := newSuite(requests, only)
	if err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	if err := s.run(ctx); err != nil {
		return err
	}
	if requests == standardRequests {
		if err := s.figures(ctx, write); err != nil {
			return err
		}
	}
	fmt.Printf("eralock spin: %d properties hold in %d models, %d seeded bugs found, states %d, %.0f s\n",
		s.properties(), s.models(), s.bugs(), s.states(), time.Since(began).Seconds())
	return nil
}
