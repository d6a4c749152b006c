// Command eralock checks, serves and calls MCP servers over stdio, and draws
// the state machines that they are judged by. Run it without arguments for help.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes of every command.
const (
	exitOK    = 0
	exitFound = 1 // what was looked at is not right
	exitUsage = 2 // it could not be looked at
)

// command is one subcommand.
type command struct {
	name, synopsis, summary string
	run                     func(ctx context.Context, std stdio, args []string) int
}

// stdio is the process's streams, so that a test can hand in others.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

func commands() []command {
	return []command{
		{"check", "check [flags] [-- command …]", "judge an MCP server, in any language, by the tables", runCheck},
		{"call", callSynopsis, "ask a server for its tools, resources, prompts or events, or call a tool", runCall},
		{"serve", "serve [flags]", "be the fixture server, on stdin and stdout", runServe},
		{"drive", "drive -scenario FILE -- command …", "play a scenario of client calls, one line of JSON each", runDrive},
		{"explore", "explore [flags]", "walk every interleaving of the model and check its invariants", runExplore},
		{"prove", "prove [flags]", "run the proof: every walk, and every mutant of every table", runProve},
		{"diagram", "diagram [flags] MACHINE", "draw a state machine", runDiagram},
	}
}

func main() {
	os.Exit(run(context.Background(), stdio{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

func run(ctx context.Context, std stdio, args []string) int {
	if len(args) == 2 && args[0] == "help" {
		args = []string{args[1], "-h"}
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		out, code := std.out, exitOK
		if len(args) == 0 {
			out, code = std.err, exitUsage
		}
		help(out)
		return code
	}
	if args[0] == "version" || args[0] == "-version" || args[0] == "--version" {
		fmt.Fprintln(std.out, "eralock", version())
		return exitOK
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, std, args[1:])
		}
	}
	fmt.Fprintf(std.err, "eralock: unknown command %q; run eralock help\n", args[0])
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprint(w, `eralock: MCP over stdio in both eras, declared as tables

  2026-07-28 dropped the initialize handshake; a server has to speak both eras on
  one pipe. The same tables serve, call, explore and judge.

Commands:
`)
	for _, c := range commands() {
		fmt.Fprintf(w, "  eralock %-42s %s\n", c.synopsis, c.summary)
	}
	fmt.Fprint(w, `
Try:
  eralock check                                 judge the built-in fixture server
  eralock check -- node my-server.mjs           judge your own
  eralock call -- node my-server.mjs            what tools does it have?
  eralock call echo '{"text":"hi"}' -- node my-server.mjs
  eralock diagram era                           the lock, as Mermaid

eralock COMMAND -h explains a command; eralock version says which this is. Exit status: 0 fine, 1 something is wrong
with what was looked at, 2 it could not be looked at.
`)
}

// flagSet is a flag set that speaks as every command does: one line for a
// mistake, the whole help for -h.
type flagSet struct {
	*flag.FlagSet
	help func(w io.Writer)
}

// flags makes a flag set. more is what the help says behind about; it is asked
// only then.
func flags(c, synopsis, about string, more ...func() string) *flagSet {
	fs := flag.NewFlagSet(c, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {} // it would come with every mistake
	return &flagSet{fs, func(w io.Writer) {
		fmt.Fprintf(w, "usage: eralock %s\n\n%s", synopsis, about)
		for _, f := range more {
			fmt.Fprint(w, f())
		}
		fmt.Fprint(w, "\nFlags:\n")
		fs.SetOutput(w)
		fs.PrintDefaults()
	}}
}

// parse parses args; done says that the command ends here, with code.
func parse(std stdio, fs *flagSet, args []string) (code int, done bool) {
	err := fs.Parse(args)
	switch {
	case err == nil:
		return 0, false
	case errors.Is(err, flag.ErrHelp):
		fs.help(std.out)
		return exitOK, true
	}
	return usage(std, fs.Name(), "%v", err), true
}

// usage reports a mistake in the arguments in one line.
func usage(std stdio, c, format string, args ...any) int {
	fmt.Fprintf(std.err, "eralock %s: %s; run eralock %s -h\n", c, fmt.Sprintf(format, args...), c)
	return exitUsage
}

// interruptible returns a context that ends with the signals that ask a program
// to go: whatever runs a server must stop all that it started, which a program
// that is killed cannot (decisions K11).
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(ctx, signals...)
}

// split cuts args at the first "--": what is ours, and the server's command.
func split(args []string) (own, server []string, has bool) {
	for i, a := range args {
		if a == "--" {
			return args[:i], args[i+1:], true
		}
	}
	return args, nil, false
}
