package check

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

var (
	// ErrNoCommand: there is nothing to start.
	ErrNoCommand = errors.New("no server command")
	// ErrUnserved: the process neither answers server/discover nor initialize.
	ErrUnserved = errors.New("this is no MCP server on stdio")
	// ErrArguments: the arguments of a tool are no JSON object.
	ErrArguments = errors.New("a tool's arguments must be a JSON object")
	// ErrNothingToRun: the filters leave no schedule.
	ErrNothingToRun = errors.New("nothing to run: the filters and the server leave no schedule")
)

// Eras restricts a run to one vocabulary.
type Eras uint8

const (
	BothEras Eras = iota
	ModernEra
	LegacyEra
)

// ParseEras reads both, modern or legacy.
func ParseEras(name string) (Eras, bool) {
	switch name {
	case "both", "":
		return BothEras, true
	case "modern":
		return ModernEra, true
	case "legacy":
		return LegacyEra, true
	}
	return 0, false
}

// Options say what is checked. Command is required; the rest has defaults.
type Options struct {
	// Command starts the server, once for each schedule.
	Command []string
	// Era leaves out schedules of the other vocabulary. Default: both.
	Era Eras
	// SlowTool is a tool that takes a while and can be cancelled; SlowArgs its
	// arguments, a JSON object. Defaults: slow, {"ms":250}. A peer without
	// that tool is spared the schedules that need it.
	SlowTool, SlowArgs string
	// ChangeTool is a tool that changes the list of tools; ChangeArgs its
	// arguments. Default: none, for calling it may have effects that last; the
	// schedules that need it are left out.
	ChangeTool, ChangeArgs string
	// MaxLength is the longest schedule, in letters. Default 4.
	MaxLength int
	// Repeat is how often a failure is played again for its rate. Default 3.
	// Negative: failures are neither made smaller nor repeated.
	Repeat int
	// Startup is how long the process may take to its first answer. Default 20 s.
	Startup time.Duration
	// Timeout is how long an answer may take after that. Default 5 s.
	Timeout time.Duration
	// Exit is how long the process may live after the end of its input.
	// Default 2 s, which is when clients send SIGTERM.
	Exit time.Duration
	// Parallel is how many processes run at once. Default: 16 for a peer that
	// starts within 100 ms, else twice the number of processors.
	Parallel int
	// Verbose prints the exchanges of warnings too.
	Verbose bool
	// JSON makes Run write the report as one JSON object instead of text.
	JSON bool
	// Out gets the report. Default nil: only the returned Report has it.
	Out io.Writer
	// Progress gets a line that counts, rewritten in place on a terminal.
	// Default nil: none.
	Progress io.Writer
	// Stderr gets what the peers write to their standard error. Default nil.
	Stderr io.Writer
	// Env is added to the environment of the peers.
	Env []string
}

func (o Options) withDefaults() Options {
	if o.SlowTool == "" {
		o.SlowTool = "slow"
	}
	if o.SlowArgs == "" {
		o.SlowArgs = `{"ms":250}`
	}
	if o.ChangeArgs == "" {
		o.ChangeArgs = `{}`
	}
	if o.MaxLength == 0 {
		o.MaxLength = 4
	}
	if o.Repeat == 0 {
		o.Repeat = 3
	}
	if o.Startup == 0 {
		o.Startup = 20 * time.Second
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.Exit == 0 {
		o.Exit = 2 * time.Second
	}
	return o
}

func (o Options) environment() []string {
	if len(o.Env) == 0 {
		return nil
	}
	return append(os.Environ(), o.Env...)
}

// valid refuses what could not be played.
func (o *Options) valid() error {
	if len(o.Command) == 0 {
		return ErrNoCommand
	}
	for tool, args := range map[string]string{o.SlowTool: o.SlowArgs, o.ChangeTool: o.ChangeArgs} {
		if _, ok := raw(args).object(); !ok {
			return fmt.Errorf("%w: %s %s", ErrArguments, tool, args)
		}
	}
	return nil
}
