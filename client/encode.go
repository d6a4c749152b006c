package client

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// A request is what a caller wants to say. What the era adds to it is added
// when it is written.
type request struct {
	legacy, modern string        // the method in each era
	body           []byte        // params without _meta: an object, or nil
	meta           protocol.Meta // the caller's, without the protocol's own keys
	logLevel       []byte        // K18: the one of them that a caller may set
	wantsProgress  bool
}

// newRequest is a request that both eras call the same. params is anything
// that encodes as a JSON object, or nil.
func newRequest(method string, params any, call callConfig) (request, error) {
	r := request{legacy: method, modern: method, wantsProgress: call.onProgress != nil}
	if params == nil {
		return r, r.setMeta(nil, call)
	}
	raw, err := protocol.Marshal(params)
	if err != nil {
		return r, fmt.Errorf("%w: %s: encoding params: %w", ErrArgument, method, err)
	}
	if !isObject(raw) {
		return r, fmt.Errorf("%w: %s: params must be a JSON object, not %.40s", ErrArgument, method, raw)
	}
	return r, r.split(raw, call)
}

// split parts the params from their _meta. Protocol.Meta is good at taking
// objects apart, so that it does this one too.
func (r *request) split(raw []byte, call callConfig) error {
	if !bytes.Contains(raw, []byte("_meta")) && bytes.IndexByte(raw, '\\') < 0 {
		r.body = raw
		return r.setMeta(nil, call)
	}
	object := protocol.Meta(raw)
	meta, ok := object.Get("_meta")
	if !ok {
		r.body = raw
		return r.setMeta(nil, call)
	}
	r.body = object.Without(func(key string) bool { return key == "_meta" })
	return r.setMeta(protocol.Meta(meta), call)
}

func (r *request) setMeta(own protocol.Meta, call callConfig) error {
	all := own
	if call.meta != nil {
		all = own.Merge(call.meta)
	}
	if all == nil || string(all) == "null" {
		return nil
	}
	if _, err := protocol.Marshal(all); err != nil {
		return fmt.Errorf("%w: _meta must be a JSON object, not %.40s", ErrArgument, all)
	}
	r.logLevel, _ = all.Get(protocol.KeyLogLevel)
	r.meta = all.Without(func(key string) bool {
		return protocol.IsProtocolKey(key) || key == protocol.KeyProgressToken && r.wantsProgress
	})
	return nil
}

func appendID(b []byte, id uint64) []byte { return strconv.AppendUint(b, id, 10) }

// appendFrame appends the request as the era wants it: with the envelope on
// modern (rules B7), without on legacy (rules B9).
func (c *Client) appendFrame(b []byte, r *record, a machine.ClientAction) []byte {
	var digits [20]byte
	id := appendID(digits[:0], a.ID)
	method := r.legacy
	if a.Lane == machine.ModernLane {
		method = r.modern
	}
	params := r.appendParams(c.params[:0], id, a, c.cfg)
	if cap(params) <= maxBatch {
		c.params = params
	}
	if len(params) == 0 {
		params = nil
	}
	return wire.AppendRequest(b, id, method, params)
}

// appendParams appends the params, nothing if there are none.
func (r *record) appendParams(b, id []byte, a machine.ClientAction, cfg *config) []byte {
	body, meta := members(r.body), members(r.meta)
	modern := a.Lane == machine.ModernLane
	hasMeta := modern || len(meta) > 0 || r.wantsProgress
	if !hasMeta {
		return append(b, r.body...)
	}
	b = append(append(b, '{'), body...)
	b = append(comma(b), `"_meta":{`...)
	b = append(b, meta...)
	if r.wantsProgress {
		b = append(append(comma(b), `"`+protocol.KeyProgressToken+`":`...), id...)
	}
	if modern {
		b = r.appendEnvelope(b, a.Version, cfg)
	}
	return append(b, "}}"...)
}

func (r *record) appendEnvelope(b []byte, version string, cfg *config) []byte {
	b = wire.AppendQuote(append(comma(b), `"`+protocol.KeyProtocolVersion+`":`...), version)
	b = append(append(b, `,"`+protocol.KeyClientCapabilities+`":`...), cfg.capabilities...)
	if cfg.sendInfo {
		b = append(append(b, `,"`+protocol.KeyClientInfo+`":`...), cfg.clientInfo...)
	}
	if r.logLevel != nil {
		b = append(append(b, `,"`+protocol.KeyLogLevel+`":`...), r.logLevel...)
	}
	return b
}

// isObject tells an object from other values; encoded JSON begins with it.
func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

// members is what stands between the braces of an object.
func members(object []byte) []byte {
	if len(object) < 2 {
		return nil
	}
	inner := object[1 : len(object)-1]
	for len(inner) > 0 && (inner[0] == ' ' || inner[0] == '\t' || inner[0] == '\n' || inner[0] == '\r') {
		inner = inner[1:]
	}
	return inner
}

// comma appends a comma unless b has just opened an object.
func comma(b []byte) []byte {
	if b[len(b)-1] == '{' {
		return b
	}
	return append(b, ',')
}

// probeRecord is the session's own server/discover.
func (c *Client) probeRecord() *record {
	return &record{kind: machine.KindProbe, name: protocol.MethodDiscover, timeout: c.cfg.discoverTimeout,
		request: request{modern: protocol.MethodDiscover}, done: make(chan struct{})}
}

// initializeRecord is the session's own initialize, exactly as a legacy client
// sends it (rules B4).
func (c *Client) initializeRecord() *record {
	b := wire.AppendQuote([]byte(`{"protocolVersion":`), c.cfg.legacy[0])
	b = append(append(b, `,"capabilities":`...), c.cfg.capabilities...)
	b = append(append(append(b, `,"clientInfo":`...), c.cfg.clientInfo...), '}')
	return &record{kind: machine.KindInitialize, name: protocol.MethodInitialize, timeout: c.cfg.requestTimeout,
		request: request{legacy: protocol.MethodInitialize, body: b}, done: make(chan struct{})}
}
