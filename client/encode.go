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
	meta           protocol.Meta // the host's, without the protocol's own keys
	logLevel       []byte        // K18: the one of them that a host may set
	wantsProgress  bool
}

// splitParams parts params, which are anything that encodes as a JSON object,
// or nil, from the _meta in them.
func splitParams(method string, params any) (body []byte, own protocol.Meta, err error) {
	if params == nil {
		return nil, nil, nil
	}
	raw, err := protocol.Marshal(params)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s: encoding params: %w", ErrArgument, method, err)
	}
	if !isObject(raw) {
		return nil, nil, fmt.Errorf("%w: %s: params must be a JSON object, not %.40s", ErrArgument, method, raw)
	}
	if !bytes.Contains(raw, []byte("_meta")) && bytes.IndexByte(raw, '\\') < 0 {
		return raw, nil, nil
	}
	object := protocol.Meta(raw) // which is good at taking objects apart
	meta, ok := object.Get("_meta")
	if !ok {
		return raw, nil, nil
	}
	return object.Without(func(key string) bool { return key == "_meta" }), protocol.Meta(meta), nil
}

func appendID(b []byte, id uint64) []byte { return strconv.AppendUint(b, id, 10) }

// appendFrame appends the request as the era wants it: with the envelope on
// modern (rules B7), without on legacy (rules B9). All that it is made of is on
// one line.
func (c *Client) appendFrame(b []byte, r *record, a machine.ClientAction) []byte {
	modern := a.Lane == machine.ModernLane
	method := r.legacy
	if modern {
		method = r.modern
	}
	bare := !modern && len(r.meta) == 0 && !r.wantsProgress // params as they are
	if bare && len(r.body) == 0 {
		var digits [20]byte
		return wire.AppendRequest(b, appendID(digits[:0], a.ID), method, nil)
	}
	b = wire.AppendRequestHead(b, a.ID, method)
	if bare {
		b = append(b, r.body...)
	} else {
		b = c.appendParams(b, r, a)
	}
	return wire.AppendRequestTail(b)
}

// appendParams appends the body with its _meta.
func (c *Client) appendParams(b []byte, r *record, a machine.ClientAction) []byte {
	b = append(append(b, '{'), members(r.body)...)
	b = append(comma(b), `"_meta":{`...)
	b = append(b, members(r.meta)...)
	if r.wantsProgress {
		b = appendID(append(comma(b), `"`+protocol.KeyProgressToken+`":`...), a.ID)
	}
	if a.Lane == machine.ModernLane {
		b = append(comma(b), c.envelope(a.Version)...)
		level := r.logLevel
		if level == nil {
			level = c.logLevel
		}
		if level != nil {
			b = append(append(b, `,"`+protocol.KeyLogLevel+`":`...), level...)
		}
	}
	return append(b, "}}"...)
}

// envelope are the protocol's own members of _meta, the same for all requests
// until the version or what is declared changes.
func (c *Client) envelope(version string) []byte {
	d := &c.declared
	if d.envelope != nil && d.version == version {
		return d.envelope
	}
	b := wire.AppendQuote([]byte(`"`+protocol.KeyProtocolVersion+`":`), version)
	b = append(append(b, `,"`+protocol.KeyClientCapabilities+`":`...), d.modern...)
	if c.cfg.sendInfo {
		b = append(append(b, `,"`+protocol.KeyClientInfo+`":`...), c.cfg.clientInfo...)
	}
	d.envelope, d.version = b, version
	return b
}

// isObject tells an object from other values; encoded JSON begins with it.
func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

// members is what stands between the braces of an object.
func members(object []byte) []byte {
	if len(object) < 2 {
		return nil
	}
	return bytes.TrimLeft(object[1:len(object)-1], " \t\r\n")
}

// comma appends a comma unless b has just opened an object.
func comma(b []byte) []byte {
	if b[len(b)-1] == '{' {
		return b
	}
	return append(b, ',')
}
