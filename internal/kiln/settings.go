package kiln

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// Settings are the options of the fixture, as -set KEY=VALUE.
type Settings struct {
	opts    []server.Option
	watched bool
}

// Watch makes the fixture tell Kiln.Watch's function what happens to requests.
func (s *Settings) Watch() { s.watched = true }

func (s Settings) options() []server.Option { return s.opts }

// setting reads one value.
type setting struct {
	help  string
	apply func(value string) ([]server.Option, error)
}

var settings = map[string]setting{
	"policy": {"lock policy: first-frame, first-success, opening-request, probe-window, concurrent", func(v string) ([]server.Option, error) {
		o, ok := server.PolicyOption(v)
		if !ok {
			return nil, fmt.Errorf("unknown policy %q", v)
		}
		return []server.Option{o}, nil
	}},
	"max_subscriptions":   {"open listens; 0 for none (default 100)", number(server.WithMaxSubscriptions)},
	"max_buffered_events": {"distinct unsent events of a listen, 1 or more (default 256)", positive(server.WithMaxBufferedEvents)},
	"listen":              {"on or off: subscriptions/listen", onOff(nil, server.WithoutListen)},
	"modern_versions":     {"comma list, newest first (default 2026-07-28)", versions},
	"legacy_cancel": {"answer or silent", func(v string) ([]server.Option, error) {
		switch v {
		case "answer":
			return nil, nil
		case "silent":
			return []server.Option{server.WithSilentLegacyCancel()}, nil
		}
		return nil, fmt.Errorf("legacy_cancel is answer or silent, not %q", v)
	}},
	"prompts_list_changed": {"on or off", onOff(nil, server.WithFixedPrompts)},
	"legacy_mrtr_shim":     {"on or off: ask legacy clients for what a handler needs", onOff(nil, server.WithoutLegacyNeed)},
	"discover_grace":       {"on or off: a discover alone binds provisionally", onOff(server.WithDiscoverGrace, nil)},
	"max_line_bytes":       {"longest accepted line, 1 or more (default 4194304)", positive(server.WithMaxLineBytes)},
	"drain_ms": {"bound of the drain, 1 or more (default 1000)", positive(func(ms int) server.Option {
		return server.WithDrainTimeout(min(time.Duration(ms), math.MaxInt64/time.Millisecond) * time.Millisecond)
	})},
}

func number(o func(int) server.Option) func(string) ([]server.Option, error) {
	return func(v string) ([]server.Option, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is no whole number", v)
		}
		if opt := o(n); opt != nil {
			return []server.Option{opt}, nil
		}
		return nil, nil
	}
}

// positive is a number that must not be 0: the option would panic.
func positive(o func(int) server.Option) func(string) ([]server.Option, error) {
	return func(v string) ([]server.Option, error) {
		if n, err := strconv.Atoi(v); err == nil && n == 0 {
			return nil, fmt.Errorf("%q is not 1 or more", v)
		}
		return number(o)(v)
	}
}

// versions reads a list of modern versions, newest first. One that this build
// does not know is a version all the same, if it looks like one: tests play with
// the future.
func versions(v string) ([]server.Option, error) {
	all := strings.Split(v, ",")
	if err := protocol.CheckVersions(protocol.Modern, all); err != nil {
		return nil, err
	}
	for i, version := range all {
		if i > 0 && version >= all[i-1] {
			return nil, fmt.Errorf("%s does not come before %s: the newest is the first", version, all[i-1])
		}
	}
	return []server.Option{server.WithModernVersions(all...)}, nil
}

func onOff(on, off func() server.Option) func(string) ([]server.Option, error) {
	return func(v string) ([]server.Option, error) {
		f := on
		switch v {
		case "on":
		case "off":
			f = off
		default:
			return nil, fmt.Errorf("%q is neither on nor off", v)
		}
		if f == nil {
			return nil, nil
		}
		return []server.Option{f()}, nil
	}
}

// Set reads one KEY=VALUE.
func (s *Settings) Set(keyValue string) error {
	key, value, ok := strings.Cut(keyValue, "=")
	st, known := settings[key]
	switch {
	case !ok:
		return fmt.Errorf("%q is no KEY=VALUE", keyValue)
	case !known:
		return fmt.Errorf("unknown key %q; known: %s", key, strings.Join(keys(), ", "))
	}
	opts, err := st.apply(value)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	s.opts = append(s.opts, opts...)
	return nil
}

// String makes Settings a flag.Value.
func (s *Settings) String() string { return "" }

func keys() []string {
	var all []string
	for k := range settings {
		all = append(all, k)
	}
	sort.Strings(all)
	return all
}

// Usage lists the keys, one a line.
func Usage() string {
	var b strings.Builder
	for _, k := range keys() {
		fmt.Fprintf(&b, "  %-22s %s\n", k, settings[k].help)
	}
	return b.String()
}
