package server

import (
	"context"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

func (a *app) listTools(_ context.Context, r *Request) (any, error) {
	return list(a, r, a.srv.tools, "tools")
}

// appendCacheable appends what every modern result has and the hints of a
// cacheable one (decisions A8), a comma first.
func (a *app) appendCacheable(b []byte) []byte {
	b = append(b, `,"resultType":"complete","ttlMs":`...)
	b = strconv.AppendInt(b, a.srv.cfg.ttl.Milliseconds(), 10)
	b = append(append(append(b, `,"cacheScope":"`...), a.srv.cfg.scope...), '"')
	return a.srv.appendServerInfo(b)
}

// setLevel answers logging/setLevel, which only legacy has.
func (a *app) setLevel(_ context.Context, r *Request) (any, error) {
	var p protocol.SetLevelParams
	if err := r.decode(&p); err != nil || p.Level == 0 {
		return nil, protocol.InvalidParams("logging/setLevel needs params.level: debug, info, notice, warning, error, critical, alert or emergency")
	}
	a.mu.Lock()
	a.level = p.Level
	a.mu.Unlock()
	return jsontext.Value("{}"), nil
}
