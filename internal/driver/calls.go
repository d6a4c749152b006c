package driver

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// make makes one call and returns what its line says.
func (d *driver) make(ctx context.Context, c call) (any, error) {
	opts := []client.CallOption{client.Meta(c.Meta)}
	switch c.Call {
	case "call_tool":
		return result(d.c.CallTool(ctx, c.Name, optional(c.Arguments), opts...))
	case "list_tools":
		if c.AllPages {
			tools, err := d.c.ListTools(ctx, opts...)
			return map[string]any{"tools": tools}, err
		}
		return result(d.c.ListToolsPage(ctx, nil, opts...))
	case "list_prompts":
		if c.AllPages {
			prompts, err := d.c.ListPrompts(ctx, opts...)
			return map[string]any{"prompts": prompts}, err
		}
		return result(d.c.ListPromptsPage(ctx, nil, opts...))
	case "list_resources":
		return result(d.c.ListResourcesPage(ctx, nil, opts...))
	case "list_templates":
		return result(d.c.ListResourceTemplatesPage(ctx, nil, opts...))
	case "get_prompt":
		return result(d.c.GetPrompt(ctx, c.Name, nil, opts...))
	case "read_resource":
		return result(d.c.ReadResource(ctx, c.URI, opts...))
	case "complete":
		return result(d.c.Complete(ctx, protocol.CompleteParams{Ref: c.Ref, Argument: c.Argument}, opts...))
	case "ping":
		return nothing(d.c.Ping(ctx, opts...))
	case "discover":
		return result(d.c.Discover(ctx, opts...))
	case "raw_request":
		raw, err := d.c.Raw(ctx, c.Method, optional(c.Params), opts...)
		return jsontext.Value(raw), err
	case "notify":
		return nothing(d.c.Notify(ctx, c.Method, optional(c.Params)))
	}
	return d.manage(ctx, c, opts)
}

// manage makes the calls that are no request of their own name.
func (d *driver) manage(ctx context.Context, c call, opts []client.CallOption) (any, error) {
	switch c.Call {
	case "connect":
		if err := d.c.Connect(ctx); err != nil {
			return nil, err
		}
		return d.era(), nil
	case "era":
		return d.era(), nil
	case "set_log_level":
		level, ok := protocol.ParseLevel(c.Level)
		if !ok {
			return nil, fmt.Errorf("%w: no log level %q", client.ErrArgument, c.Level)
		}
		return nothing(d.c.SetLogLevel(ctx, level, opts...))
	case "set_roots":
		return nothing(d.c.SetRoots(ctx, c.Roots))
	case "subscribe_resource":
		return nothing(d.c.SubscribeResource(ctx, c.URI, opts...))
	case "unsubscribe_resource":
		return nothing(d.c.UnsubscribeResource(ctx, c.URI, opts...))
	case "declare_extension":
		return nothing(d.c.DeclareExtension(c.ID, optional(c.Settings)))
	case "kill_server":
		return nothing(d.kill())
	case "close":
		d.look()
		return nothing(d.c.Close())
	case "listen", "close_listen", "next_event", "drain_events", "sub_state":
		return d.subscribed(ctx, c, opts)
	}
	return d.together(ctx, c)
}

func (d *driver) era() any {
	answer := map[string]any{"era": nil, "version": nil}
	if era := d.c.Era(); era != 0 {
		answer["era"], answer["version"] = era.String(), d.c.Version()
	}
	return answer
}

// kill ends the process without asking it.
func (d *driver) kill() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cmd == nil || d.cmd.Process == nil {
		return fmt.Errorf("%w: no process runs", client.ErrArgument)
	}
	return d.cmd.Process.Kill()
}

// result keeps a nil pointer from becoming a result.
func result[T any](r *T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}

func nothing(err error) (any, error) { return struct{}{}, err }

// optional is nil where there is no value, which an any with a nil value is not.
func optional(v jsontext.Value) any {
	if v == nil {
		return nil
	}
	return v
}
