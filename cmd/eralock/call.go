package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

const callAbout = `Start a server, of either era, and ask it something. Without words, or with the
word tools, its tools are listed; any other word that is not below is a tool to call.

  TOOL [JSON]         call a tool; JSON are its arguments, "-" reads them from stdin
  tool NAME [JSON]    the same, for a tool that is called like a word of this list
  tools, resources, templates, prompts
                      list them
  read URI            read a resource
  prompt NAME [JSON]  get a prompt; JSON are its arguments, all of them strings
  listen [JSON]       subscribe and print the events as they come, until interrupted;
                      JSON is the filter, without it all lists are listened for

Progress is shown on stderr. There is no user, no model and no root here: what asks for
one fails.

  eralock call -- node server.mjs
  eralock call echo '{"text":"hi"}' -- node server.mjs
  eralock call -protocol legacy -json add '{"a":1,"b":2}' -- ./server
  eralock call listen '{"resourceSubscriptions":["file:///a"]}' -- ./server
`

const callSynopsis = "call [flags] [WHAT [JSON]] -- command …"

// callFlags are what the user asked for.
type callFlags struct {
	json    bool
	verbose bool
	mode    model.Mode
	timeout time.Duration
	trace   string
	action  callAction
	check   func(args jsontext.Value) error // nil: any object will do
	name    string                          // of the tool or the prompt, or the URI
	args    jsontext.Value
	server  []string
}

func runCall(ctx context.Context, std stdio, args []string) int {
	own, server, _ := split(args)
	fs := flags("call", callSynopsis, callAbout)
	asJSON := fs.Bool("json", false, "print results as JSON: one object, or one for each event")
	protocolFlag := fs.String("protocol", "auto", "`MODE`: auto (probe, then fall back), modern (never fall back), legacy (never probe)")
	timeout := fs.Duration("timeout", time.Minute, "how long one request may take")
	tracePath := fs.String("trace", "", "write the frames, with times in ms, to `FILE` as JSON lines")
	verbose := fs.Bool("v", false, "show the server's stderr, which era was found, and how many lines were no messages")
	if code, done := parse(std, fs, own); done {
		return code
	}
	mode, ok := model.ParseMode(*protocolFlag)
	f := callFlags{json: *asJSON, verbose: *verbose, mode: mode, timeout: *timeout, trace: *tracePath, server: server}
	rest, err := f.say(fs.Args())
	switch {
	case err != nil:
		return usage(std, "call", "%v", err)
	case !ok:
		return usage(std, "call", "-protocol is auto, modern or legacy, not %q", *protocolFlag)
	case *timeout <= 0:
		return usage(std, "call", "-timeout must be positive, not %v", *timeout)
	case len(server) == 0:
		return usage(std, "call", "no server: put its command behind --")
	case len(rest) > 1:
		return usage(std, "call", "unexpected argument %q", rest[1])
	case len(rest) == 1:
		if f.args, err = arguments(std.in, rest[0]); err == nil && f.args != nil && f.check != nil {
			err = f.check(f.args)
		}
		if err != nil {
			return usage(std, "call", "%v", err)
		}
	}
	ctx, stop := interruptible(ctx)
	defer stop()
	return call(ctx, std, f)
}

// say takes from the words what is to be done, and with what.
func (f *callFlags) say(words []string) (rest []string, err error) {
	if len(words) == 0 {
		words = []string{"tools"}
	}
	w, known := callWords[words[0]]
	if !known {
		f.action, f.name = callTool, words[0]
		return words[1:], nil
	}
	f.action, f.check, rest = w.do, w.check, words[1:]
	if w.named != "" {
		if len(rest) == 0 {
			return nil, fmt.Errorf("%s needs %s", words[0], w.named)
		}
		f.name, rest = rest[0], rest[1:]
	}
	if !w.arguments && len(rest) > 0 {
		return nil, fmt.Errorf("unexpected argument %q", rest[0])
	}
	return rest, nil
}

// arguments checks a JSON object before a server is started for it.
func arguments(stdin io.Reader, text string) (jsontext.Value, error) {
	if text == "-" {
		b, err := io.ReadAll(stdin)
		if err != nil {
			return nil, fmt.Errorf("reading the arguments: %w", err)
		}
		text = string(b)
	}
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if !isObject(text) {
		return nil, fmt.Errorf("the arguments must be a JSON object, not %s", text)
	}
	return jsontext.Value(text), nil
}

func isObject(text string) bool {
	v := jsontext.Value(text)
	return v.IsValid() && v.Kind() == '{'
}

func call(ctx context.Context, std stdio, f callFlags) int {
	opts := []client.Option{
		client.Mode(f.mode), client.RequestTimeout(f.timeout),
		client.ClientInfo(protocol.Implementation{Name: "eralock", Version: version()}),
	}
	if f.verbose {
		opts = append(opts, client.Stderr(std.err))
	}
	if f.trace != "" {
		file, err := os.Create(f.trace)
		if err != nil {
			return usage(std, "call", "%v", err)
		}
		defer file.Close()
		opts = append(opts, newTracer(file).option())
	}
	heard := sayIfLong(std.err, "eralock call: no answer so far; -v shows the server's stderr, -timeout says how long to wait")
	c, err := client.Connect(ctx, client.Command(f.server[0], f.server[1:]...), opts...)
	heard()
	if err != nil {
		if errors.Is(err, client.ErrTimeout) { // it never said a word
			fmt.Fprintf(std.err, "eralock call: %s; -v shows its stderr, -trace FILE what it wrote, -timeout gives it longer\n", firstLine(err.Error()))
			return exitUsage
		}
		return callFailed(std, err)
	}
	defer c.Close()
	if f.verbose {
		fmt.Fprintf(std.err, "eralock call: %s %s, %s era, version %s\n", firstLine(c.ServerInfo().Name), firstLine(c.ServerInfo().Version), c.Era(), c.Version())
	}
	out := &outcome{w: std.out}
	std.out = out
	code := f.action(ctx, std, c, f)
	if n := c.Skipped(); f.verbose && n > 0 {
		fmt.Fprintf(std.err, "eralock call: lines on its stdout that are no messages, and were skipped: %d\n", n)
	}
	if out.err != nil {
		fmt.Fprintf(std.err, "eralock call: the answer could not be written: %v\n", out.err)
		return exitUsage
	}
	return code
}

// An outcome is what is printed. It remembers whether that was possible.
type outcome struct {
	w   io.Writer
	err error
}

func (o *outcome) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(b)
	o.err = err
	return n, err
}

// callFailed says what went wrong: the server's own error is something found,
// a server that could not be talked to is not. The error of a lost server has
// its last line; what it wrote before that may say more.
func callFailed(std stdio, err error) int {
	fmt.Fprintf(std.err, "eralock call: %s\n", allLines(err.Error()))
	var lost *client.ConnectionLostError
	if errors.As(err, &lost) {
		lines := strings.Split(strings.TrimSpace(string(lost.Stderr)), "\n")
		if before := lines[:len(lines)-1]; len(before) > 0 {
			fmt.Fprintf(std.err, "it wrote before that:\n%s\n", strings.Join(before, "\n"))
		}
	}
	var pe *protocol.Error
	if errors.As(err, &pe) {
		if missing, ok := pe.MissingCapabilityData(); ok {
			needs, _ := protocol.Marshal(missing.RequiredCapabilities) // it was decoded from JSON
			fmt.Fprintf(std.err, "it needs a client with %s, which this command is not\n", needs)
		}
	}
	if pe != nil || errors.Is(err, client.ErrTimeout) {
		return exitFound
	}
	return exitUsage
}
