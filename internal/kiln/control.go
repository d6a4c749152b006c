package kiln

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/eralock/eralock/server"
)

// A Control is the fixture's control socket: JSON lines, one answer for each
// request, with events between them.
type Control struct {
	kiln *Kiln
	conn io.ReadWriteCloser

	mu     sync.Mutex // one line at a time
	served *server.Conn
	ready  chan struct{} // closed once served is set
}

// ListenControl waits on the Unix socket at path for its one client. It
// returns when the client is there, so that no event is lost.
func ListenControl(k *Kiln, path string) (*Control, error) {
	conn, err := acceptOne(path)
	if err != nil {
		return nil, fmt.Errorf("control socket %s: %w", path, err)
	}
	c := &Control{kiln: k, conn: conn, ready: make(chan struct{})}
	k.Watch(c.event)
	go c.serve()
	return c, nil
}

// Control says which connection is controlled.
func (c *Control) Control(s *server.Conn) {
	c.served = s
	close(c.ready)
}

// Close closes the socket.
func (c *Control) Close() error { return c.conn.Close() }

func (c *Control) write(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		return // plain maps of strings and raw ids: always encodable
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn.Write(append(line, '\n')) // a test that has gone needs no event
}

var eventNames = map[int]string{
	int(server.Entered): "entered", int(server.Cancelled): "cancelled", int(server.Returned): "returned",
}

func (c *Control) event(e server.Event) {
	name, ok := eventNames[int(e.Kind)]
	if !ok {
		return
	}
	v := map[string]any{"event": name, "id": json.RawMessage(e.ID)}
	if name == "entered" {
		v["method"] = e.Method
	}
	c.write(v)
}

// order is one control request.
type order struct {
	Do   string          `json:"do"`
	ID   json.RawMessage `json:"id"`
	What string          `json:"what"`
	URI  string          `json:"uri"`
}

func (c *Control) serve() {
	lines := bufio.NewScanner(c.conn)
	for lines.Scan() {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			c.write(map[string]any{"ok": false, "error": err.Error()})
			continue
		}
		<-c.ready
		c.write(c.obey(o))
	}
}

func (c *Control) obey(o order) map[string]any {
	fail := func(format string, args ...any) map[string]any {
		return map[string]any{"ok": false, "error": fmt.Sprintf(format, args...)}
	}
	switch o.Do {
	case "release":
		if !c.kiln.Release(string(o.ID)) {
			return fail("no handler of %s is parked", o.ID)
		}
	case "publish":
		switch o.What {
		case "tools":
			c.kiln.Server.PublishToolsChanged()
		case "prompts":
			c.kiln.Server.PublishPromptsChanged()
		case "resources":
			c.kiln.Server.PublishResourcesChanged()
		case "updated":
			c.kiln.Server.PublishResourceUpdated(o.URI)
		default:
			return fail("cannot publish a change of %q", o.What)
		}
	case "close_listens":
		c.served.CloseListens(string(o.ID))
	case "close":
		c.served.Close()
	case "state":
		st := c.served.State()
		return map[string]any{"ok": true, "era": st.Era, "in_flight": raws(st.InFlight), "listens": raws(st.Listens)}
	default:
		return fail("unknown order %q", o.Do)
	}
	return map[string]any{"ok": true}
}

func raws(ids []string) []json.RawMessage {
	out := []json.RawMessage{}
	for _, id := range ids {
		out = append(out, json.RawMessage(id))
	}
	return out
}
