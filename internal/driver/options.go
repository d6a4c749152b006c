package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// of turns the options of a scenario into those of a client.
func (d *driver) of(o options) ([]client.Option, error) {
	mode, ok := map[string]client.Option{
		"": client.Mode(client.Auto), "auto": client.Mode(client.Auto), "modern": client.Mode(client.Modern), "legacy": client.Mode(client.Legacy),
	}[o.Protocol]
	if !ok {
		return nil, fmt.Errorf("%w: no protocol %q", client.ErrArgument, o.Protocol)
	}
	info := protocol.Implementation{Name: "kiln-driver", Version: "1"}
	if o.ClientInfo != nil {
		info = *o.ClientInfo
	}
	all := []client.Option{
		mode, client.ClientInfo(info), client.RequestTimeout(ms(o.RequestTimeoutMs, 5000)),
		client.LegacyVersions(legacyVersions(o.LegacyVersions)...),
		client.CancelProbe(o.CancelProbe), client.DiscoverRetries(o.DiscoverRetries), client.Relisten(o.Relisten != "manual"),
		client.RequestMeta(o.RequestMeta), client.OnNotification(d.notified), client.Stderr(d.stderr),
	}
	add := func(is bool, opt func() client.Option) {
		if is {
			all = append(all, opt())
		}
	}
	add(o.ModernVersions != nil, func() client.Option { return client.ModernVersions(o.ModernVersions...) })
	add(o.Version != "", func() client.Option { return client.Version(o.Version) })
	add(o.DiscoverTimeoutMs > 0, func() client.Option { return client.DiscoverTimeout(ms(o.DiscoverTimeoutMs, 0)) })
	add(o.TotalTimeoutMs > 0, func() client.Option { return client.TotalTimeout(ms(o.TotalTimeoutMs, 0)) })
	add(o.SendClientInfo != nil, func() client.Option { return client.SendClientInfo(*o.SendClientInfo) })
	add(o.RequestMetaProvider != nil, func() client.Option { return client.RequestMetaFunc(d.provider(*o.RequestMetaProvider)) })
	add(o.LogLevel != nil, func() client.Option { return client.LogLevel(*o.LogLevel) })
	add(o.ListenBuffer > 0, func() client.Option { return client.ListenBuffer(o.ListenBuffer) })
	add(o.MaxRounds > 0, func() client.Option { return client.MaxRounds(o.MaxRounds) })
	add(o.MaxLineBytes > 0, func() client.Option { return client.MaxLineBytes(o.MaxLineBytes) })
	add(o.ShutdownGraceMs > 0, func() client.Option {
		return client.Graces(ms(o.ShutdownGraceMs, 0), ms(o.ShutdownGraceMs, 0))
	})
	for id, settings := range o.Extensions {
		all = append(all, client.Extension(id, settings))
	}
	handlers, err := d.handlers(o.Handlers)
	if err != nil {
		return nil, err
	}
	all = append(all, handlers...)
	if o.Prior != nil {
		var v client.Verdict
		if err := protocol.Unmarshal(o.Prior, &v); err != nil {
			return nil, fmt.Errorf("%w: prior: %w", client.ErrArgument, err)
		}
		all = append(all, client.Prior(v))
	}
	return all, nil
}

func ms(n, otherwise int64) time.Duration {
	if n <= 0 {
		n = otherwise
	}
	return time.Duration(n) * time.Millisecond
}

// legacyVersions are the ones to ask for, and behind them the older ones that
// an answer may name too.
func legacyVersions(asked []string) []string {
	if asked == nil {
		return protocol.LegacyVersions()
	}
	all := slices.Clone(asked)
	for _, v := range protocol.LegacyVersions() {
		if v != protocol.LatestLegacy && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// provider is the request_meta_provider.
func (d *driver) provider(o providerOption) client.Provider {
	var calls atomic.Int64
	return func(context.Context) (protocol.Meta, error) {
		n := calls.Add(1)
		d.count(func(f *final) { f.ProviderCalls++ })
		switch o.Kind {
		case "counter":
			return protocol.NewMeta(map[string]any{o.Key: n})
		case "fail":
			if n >= o.From && n < o.From+o.Times {
				return nil, errors.New("the provider fails as it was told to")
			}
		case "not_a_map":
			return protocol.Meta(`"x"`), nil
		}
		return nil, nil
	}
}
