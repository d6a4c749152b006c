package driver

import (
	"github.com/eralock/eralock/protocol"
)

// final is what the last line tells.
type final struct {
	Era                *string                      `json:"era"`
	Version            *string                      `json:"version"`
	ServerInfo         *protocol.Implementation     `json:"server_info"`
	ServerCapabilities *protocol.ServerCapabilities `json:"server_capabilities"`
	Spawns             int                          `json:"spawns"`
	Pending            int                          `json:"pending"`
	HandlerCalls       map[string]int               `json:"handler_calls"`
	HandlerCallsTotal  int                          `json:"handler_calls_total"`
	ProviderCalls      int                          `json:"provider_calls"`
	Notifications      []string                     `json:"notifications"`
}

// look takes down what the client says of itself, once: closing ends the era.
func (d *driver) look() {
	era, version, pending := d.c.Era(), d.c.Version(), d.c.Pending()
	info, capabilities := d.c.ServerInfo(), d.c.Capabilities()
	d.count(func(f *final) {
		if d.looked {
			return
		}
		d.looked = true
		f.Pending = pending
		if era == 0 {
			return
		}
		f.Era, f.Version, f.ServerCapabilities = new(era.String()), &version, &capabilities
		if info.Name != "" {
			f.ServerInfo = &info
		}
	})
}

func (d *driver) printFinal() error {
	d.mu.Lock()
	last := d.final
	d.mu.Unlock()
	d.print(map[string]any{"final": last})
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken
}
