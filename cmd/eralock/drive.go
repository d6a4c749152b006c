package main

import (
	"context"
	"fmt"
	"os"

	"github.com/eralock/eralock/internal/driver"
)

const driveAbout = `Play a scenario of client calls against a server and print a line of JSON for each
call, and a last one with what the client says of itself. It is how the client cases
are run.

  eralock drive -scenario scenario.json -- node server.mjs

The scenario is a file such as

` + driveExample + `
Calls are made one after the other; an async one goes on until a join or a cancel.
The other options and calls are in internal/driver: scenario.go and calls.go.
Exit status: 0 when the scenario was played, whatever became of its calls (their
lines say that), 2 when it could not be played, or the server not be started.
`

const driveExample = `  {
    "options": {"protocol": "auto", "request_timeout_ms": 10000},
    "calls": [
      {"as": "all", "call": "list_tools"},
      {"as": "echoed", "call": "call_tool", "name": "echo", "arguments": {"text": "hi"}, "async": true},
      {"as": "both", "call": "join", "target": "echoed"},
      {"as": "end", "call": "close"}
    ]
  }
`

func runDrive(ctx context.Context, std stdio, args []string) int {
	own, server, _ := split(args)
	fs := flags("drive", "drive -scenario FILE -- command …", driveAbout)
	path := fs.String("scenario", "", "`FILE` with the scenario, as JSON")
	if code, done := parse(std, fs, own); done {
		return code
	}
	switch {
	case *path == "":
		return usage(std, "drive", "no scenario: name its file with -scenario")
	case len(server) == 0:
		return usage(std, "drive", "no server: put its command behind --")
	case fs.NArg() > 0:
		return usage(std, "drive", "unexpected argument %q", fs.Arg(0))
	}
	ctx, stop := interruptible(ctx)
	defer stop()
	if err := drive(ctx, std, *path, server); err != nil {
		fmt.Fprintf(std.err, "eralock drive: %v\n", err)
		return exitUsage
	}
	return exitOK
}

func drive(ctx context.Context, std stdio, path string, server []string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s, err := driver.Read(f)
	if err != nil {
		return err
	}
	return driver.Run(ctx, s, server, std.out, std.err)
}
