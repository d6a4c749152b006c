package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

const callAbout = `Start a server, of either era, and list its tools or call one of them. JSON are
the tool's arguments, an object; "-" reads them from stdin. Progress is shown on stderr.

  eralock call -- node server.mjs
  eralock call echo '{"text":"hi"}' -- node server.mjs
  eralock call -protocol legacy -json add '{"a":1,"b":2}' -- ./server
`

// callFlags are what the user asked for.
type callFlags struct {
	json    bool
	verbose bool
	mode    model.Mode
	timeout time.Duration
	tool    string
	args    jsontext.Value
	server  []string
}

func runCall(ctx context.Context, std stdio, args []string) int {
	own, server, _ := split(args)
	fs := flags("call", "call [flags] [TOOL [JSON]] -- command …", callAbout)
	asJSON := fs.Bool("json", false, "print results as JSON, one object")
	protocolFlag := fs.String("protocol", "auto", "`MODE`: auto (probe, then fall back), modern (never fall back), legacy (never probe)")
	timeout := fs.Duration("timeout", time.Minute, "how long one request may take")
	verbose := fs.Bool("v", false, "show the server's stderr, and which era was found")
	if code, done := parse(std, fs, own); done {
		return code
	}
	mode, ok := model.ParseMode(*protocolFlag)
	f := callFlags{json: *asJSON, verbose: *verbose, mode: mode, timeout: *timeout, tool: fs.Arg(0), server: server}
	switch {
	case !ok:
		return usage(std, "call", "-protocol is auto, modern or legacy, not %q", *protocolFlag)
	case len(server) == 0:
		return usage(std, "call", "no server: put its command behind --")
	case fs.NArg() > 2:
		return usage(std, "call", "unexpected argument %q", fs.Arg(2))
	}
	var err error
	if f.args, err = arguments(std.in, fs.Arg(1)); err != nil {
		return usage(std, "call", "%v", err)
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	return call(ctx, std, f)
}

// arguments checks a tool's arguments before a server is started for them.
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
	v := jsontext.Value(text)
	if !v.IsValid() || v.Kind() != '{' {
		return nil, fmt.Errorf("the arguments must be a JSON object, not %s", text)
	}
	return v, nil
}

func call(ctx context.Context, std stdio, f callFlags) int {
	opts := []client.Option{
		client.Mode(f.mode), client.RequestTimeout(f.timeout),
		client.ClientInfo(protocol.Implementation{Name: "eralock", Version: version()}),
	}
	if f.verbose {
		opts = append(opts, client.Stderr(std.err))
	}
	c, err := client.Connect(ctx, client.Command(f.server[0], f.server[1:]...), opts...)
	if err != nil {
		return callFailed(std, err)
	}
	defer c.Close()
	if f.verbose {
		fmt.Fprintf(std.err, "eralock call: %s %s, %s era, version %s\n", c.ServerInfo().Name, c.ServerInfo().Version, c.Era(), c.Version())
	}
	if f.tool == "" {
		err = listTools(ctx, std, c, f)
	} else {
		return callTool(ctx, std, c, f)
	}
	if err != nil {
		return callFailed(std, err)
	}
	return exitOK
}

func listTools(ctx context.Context, std stdio, c *client.Client, f callFlags) error {
	tools, err := c.ListTools(ctx)
	if err != nil {
		return err
	}
	if f.json {
		return printJSON(std.out, map[string]any{"tools": tools})
	}
	width := 0
	for _, t := range tools {
		width = max(width, len(t.Name))
	}
	for _, t := range tools {
		fmt.Fprintf(std.out, "%-*s  %s\n", width, t.Name, firstLine(t.Description))
	}
	return nil
}

func callTool(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	var args any
	if f.args != nil {
		args = f.args
	}
	res, err := c.CallTool(ctx, f.tool, args, client.OnProgress(func(p protocol.ProgressParams) { showProgress(std.err, p) }))
	if err != nil {
		return callFailed(std, err)
	}
	if f.json {
		err = printJSON(std.out, res)
	} else {
		printContent(std.out, res)
	}
	switch {
	case err != nil:
		return callFailed(std, err)
	case res.IsError:
		return exitFound
	}
	return exitOK
}

func showProgress(w io.Writer, p protocol.ProgressParams) {
	fmt.Fprintf(w, "progress %v", p.Progress)
	if p.Total > 0 {
		fmt.Fprintf(w, " of %v", p.Total)
	}
	if p.Message != "" {
		fmt.Fprintf(w, ": %s", firstLine(p.Message))
	}
	fmt.Fprintln(w)
}

// printContent prints texts as they are, and names what is no text.
func printContent(w io.Writer, res *protocol.CallToolResult) {
	for _, b := range res.Content {
		switch b.Type {
		case protocol.TypeText:
			fmt.Fprintln(w, b.Text)
		case protocol.TypeImage, protocol.TypeAudio:
			fmt.Fprintf(w, "[%s, %s, %d base64 characters]\n", b.Type, b.MIMEType, len(b.Data))
		default:
			fmt.Fprintf(w, "[%s]\n", b.Type)
		}
	}
	if len(res.Content) == 0 && res.StructuredContent != nil {
		fmt.Fprintf(w, "%s\n", res.StructuredContent)
	}
}

func printJSON(w io.Writer, v any) error {
	b, err := protocol.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}

// callFailed says what went wrong: the server's own error is something found,
// a server that could not be talked to is not.
func callFailed(std stdio, err error) int {
	fmt.Fprintf(std.err, "eralock call: %v\n", err)
	var lost *client.ConnectionLostError
	if errors.As(err, &lost) && len(lost.Stderr) > 0 {
		fmt.Fprintf(std.err, "the server's last words:\n%s\n", strings.TrimRight(string(lost.Stderr), "\n"))
	}
	var pe *protocol.Error
	if errors.As(err, &pe) || errors.Is(err, client.ErrTimeout) || errors.Is(err, client.ErrCancelled) {
		return exitFound
	}
	return exitUsage
}

func firstLine(s string) string {
	line, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more {
		line += " …"
	}
	return line
}
