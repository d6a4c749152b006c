package client

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// declared is what the client declares, as it is written.
type declared struct {
	legacy, modern []byte
	envelope       []byte // with modern in it; nil: to be made
	version        string // that it is for
	roots          bool   // this legacy connection was told of roots
}

func (c *Client) declare() {
	c.declared.legacy, c.declared.modern = c.handlers.declare(c.extensions)
	c.declared.envelope = nil
}

// Extension declares an extension with its settings, anything that encodes as
// a JSON object, or nil for none. Only modern servers are told of extensions.
func Extension(id string, settings any) Option {
	return func(c *config) error {
		raw, err := extension(id, settings)
		if err != nil {
			return err
		}
		if c.extensions == nil {
			c.extensions = map[string]jsontext.Value{}
		}
		c.extensions[id] = raw
		return nil
	}
}

// DeclareExtension is an [Extension] from the next request on.
func (c *Client) DeclareExtension(id string, settings any) error {
	raw, err := extension(id, settings)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.extensions[id] = raw
	c.declare()
	return nil
}

func extension(id string, settings any) (jsontext.Value, error) {
	if !protocol.ValidExtensionID(id) {
		return nil, fmt.Errorf("%w: %q is no extension id: it must be a prefix, a slash and a name, such as com.example/ui", ErrArgument, id)
	}
	if settings == nil {
		return jsontext.Value("{}"), nil
	}
	raw, err := protocol.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("%w: settings of %s: %w", ErrArgument, id, err)
	}
	if !isObject(raw) {
		return nil, fmt.Errorf("%w: settings of %s must be a JSON object, not %.40s", ErrArgument, id, raw)
	}
	return bytes.Clone(raw), nil
}

// SetRoots replaces the roots, and whatever answered roots/list before. It
// starts the server if it has to. A legacy server that was told of roots hears
// of the change; a modern one asks when it wants to know (rules B11). One that
// was connected without roots hears of them when it is started again.
func (c *Client) SetRoots(ctx context.Context, roots []protocol.Root) error {
	for _, root := range roots {
		if !strings.HasPrefix(root.URI, "file://") { // C-ROOTS-1
			return fmt.Errorf("%w: a root must be a file:// URI, not %q", ErrArgument, root.URI)
		}
	}
	kept := append([]protocol.Root{}, roots...)
	c.mu.Lock()
	c.handlers.roots = func(context.Context) ([]protocol.Root, error) { return kept, nil }
	c.declare()
	c.mu.Unlock()
	if err := c.Connect(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.unlock()
	if lane, _, ok := c.session.Era(); ok && lane == machine.LegacyLane && c.declared.roots && c.link != nil && !c.link.dead {
		c.link.enqueue(wire.AppendNotification(nil, protocol.NotificationRootsListChanged, nil))
	}
	return nil
}
