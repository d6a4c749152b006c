package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/eralock/eralock/internal/check"
)

const checkAbout = `Judge an MCP server, in any language: start it as a child process again and again,
play schedules of the model on it, shortest first, in both eras, and hold what it
says against the tables. Without a command it judges the built-in fixture server.

  eralock check
  eralock check -- node server.mjs
  eralock check -slow-tool search -slow-args '{"q":"*"}' -- ./server

Only what the specification says with MUST or MUST NOT is a violation; which of
the five era policies a server follows is found out and never accused.
Exit status: 0 clean, 1 violations, 2 it could not be run.
`

func runCheck(ctx context.Context, std stdio, args []string) int {
	own, server, has := split(args)
	fs := flags("check", "check [flags] [-- command …]", checkAbout)
	opt := check.Options{Out: std.out, Progress: std.err}
	era := fs.String("era", "both", "`ERA`: both, modern or legacy")
	fs.StringVar(&opt.SlowTool, "slow-tool", "slow", "`NAME` of a tool that takes a while and can be cancelled")
	fs.StringVar(&opt.SlowArgs, "slow-args", `{"ms":250}`, "its arguments, a JSON `OBJECT`")
	fs.StringVar(&opt.ChangeTool, "change-tool", "", "`NAME` of a tool that changes the list of tools; none by default, for it is really called")
	fs.StringVar(&opt.ChangeArgs, "change-args", "{}", "its arguments, a JSON `OBJECT`")
	fs.IntVar(&opt.MaxLength, "max-length", 4, "longest schedule, in steps")
	fs.IntVar(&opt.Repeat, "repeat", 3, "how often a failure is played again for its rate; 0: never, and it is not made smaller")
	fs.IntVar(&opt.Parallel, "parallel", 0, "processes at once; 0: as many as the machine and the server bear")
	fs.DurationVar(&opt.Timeout, "timeout", 5*time.Second, "how long an answer may take; the first one, 20 s at least")
	fs.BoolVar(&opt.JSON, "json", false, "write the report as one JSON object")
	fs.BoolVar(&opt.Verbose, "v", false, "show the exchanges of warnings too, and the server's stderr")
	quiet := fs.Bool("q", false, "no progress line")
	if code, done := parse(std, fs, own); done {
		return code
	}
	if fs.NArg() > 0 {
		return usage(std, "check", "unexpected argument %q; put the server's command behind --", fs.Arg(0))
	}
	if has && len(server) == 0 {
		return usage(std, "check", "no command behind --")
	}
	var ok bool
	if opt.Era, ok = check.ParseEras(*era); !ok {
		return usage(std, "check", "-era is both, modern or legacy, not %q", *era)
	}
	if wrong := outOfRange(&opt); wrong != "" {
		return usage(std, "check", "%s", wrong)
	}
	if opt.Repeat == 0 {
		opt.Repeat = -1
	}
	if opt.Verbose {
		opt.Stderr = std.err
	}
	if *quiet {
		opt.Progress = nil
	}
	opt.Command = server
	if !has {
		if code, err := judgeKiln(&opt); err != nil {
			fmt.Fprintf(std.err, "eralock check: %v\n", err)
			return code
		}
	}
	return judge(ctx, std, opt)
}

// outOfRange says which option cannot be what it is, "" if none.
func outOfRange(opt *check.Options) string {
	for _, o := range []struct {
		name, args string
	}{{"-slow-args", opt.SlowArgs}, {"-change-args", opt.ChangeArgs}} {
		if !isObject(o.args) {
			return fmt.Sprintf("%s must be a JSON object, not %s", o.name, o.args)
		}
	}
	switch {
	case opt.MaxLength < 1:
		return fmt.Sprintf("-max-length must be 1 or more, not %d", opt.MaxLength)
	case opt.Repeat < 0:
		return fmt.Sprintf("-repeat must be 0 or more, not %d", opt.Repeat)
	case opt.Parallel < 0:
		return fmt.Sprintf("-parallel must be 0 or more, not %d", opt.Parallel)
	case opt.Timeout <= 0:
		return fmt.Sprintf("-timeout must be positive, not %v", opt.Timeout)
	}
	return ""
}

// judgeKiln makes the fixture of this very binary the server that is judged.
func judgeKiln(opt *check.Options) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return exitUsage, fmt.Errorf("finding the fixture server: %w", err)
	}
	opt.Command = []string{self, "serve"}
	if opt.ChangeTool == "" {
		opt.ChangeTool = "touch_tools"
	}
	return exitOK, nil
}

func judge(ctx context.Context, std stdio, opt check.Options) int {
	ctx, stop := interruptible(ctx)
	defer stop()
	rep, err := check.Run(ctx, opt)
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "eralock check: interrupted")
		return exitUsage
	case err != nil:
		fmt.Fprintf(std.err, "eralock check: %v\n", err)
		return exitUsage
	case rep.Violations() > 0:
		return exitFound
	}
	return exitOK
}
