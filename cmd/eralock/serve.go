package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/eralock/eralock/internal/kiln"
	"github.com/eralock/eralock/server"
)

const serveAbout = `Serve the fixture "kiln" on stdin and stdout: a server in both eras with a tool for
everything that a test wants to see. It ends at end of input.

  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"me","version":"1"}}}' | eralock serve

Keys of -set:
`

// signalDrain bounds the drain after SIGTERM or SIGINT (decisions C3).
const signalDrain = 250 * time.Millisecond

func runServe(ctx context.Context, std stdio, args []string) int {
	fs := flags("serve", "serve [flags]", serveAbout, kiln.Usage)
	control := fs.String("control", "", "Unix socket `PATH` for release, publish, close and state; reading starts when its client is there")
	verbose := fs.Bool("v", false, "log to stderr")
	var set kiln.Settings
	fs.Var(&set, "set", "`KEY=VALUE`, see above; may be repeated")
	if code, done := parse(std, fs, args); done {
		return code
	}
	if fs.NArg() > 0 {
		return usage(std, "serve", "unexpected argument %q", fs.Arg(0))
	}
	return serveKiln(ctx, std, set, *control, *verbose)
}

func serveKiln(ctx context.Context, std stdio, set kiln.Settings, control string, verbose bool) int {
	level := slog.LevelError
	if verbose {
		level = slog.LevelDebug
	}
	if control != "" {
		set.Watch()
	}
	signals, listening := make(chan os.Signal, 2), make(chan struct{})
	go func() { // beside the rest of the start: the first signal takes some threads
		defer close(listening)
		signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	}()
	k := kiln.New(set, slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: level})))
	var ctl *kiln.Control
	if control != "" {
		var err error
		if ctl, err = kiln.ListenControl(k, control); err != nil {
			fmt.Fprintf(std.err, "eralock serve: %v\n", err)
			return exitUsage
		}
		defer ctl.Close()
	}
	<-listening // a signal that comes at once must not cost answers
	conn, err := k.Server.Open(ctx, server.Stdio())
	if err != nil {
		fmt.Fprintf(std.err, "eralock serve: %v\n", err)
		return exitUsage
	}
	if ctl != nil {
		ctl.Control(conn)
	}
	go onSignal(conn, signals)
	if err := conn.Wait(); err != nil {
		fmt.Fprintf(std.err, "eralock serve: %v\n", err)
		return exitFound
	}
	return exitOK
}

// onSignal drains at the first SIGTERM or SIGINT and exits at the second.
func onSignal(conn *server.Conn, signals <-chan os.Signal) {
	<-signals
	conn.CloseWithin(signalDrain)
	<-signals
	os.Exit(exitOK)
}
