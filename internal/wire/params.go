package wire

import (
	"bytes"

	"github.com/eralock/eralock/protocol"
)

// params walks the params. They may come before the method, so whatever some
// method gives a meaning to is noted for all.
func (p *Parser) params(f *Frame) (err error) {
	if p.peek() != '{' {
		s, err := p.value()
		if err == nil && !isNothing(f.raw(s)) {
			f.params, f.marks = s, f.marks|paramsNoObject
		}
		return err
	}
	f.params, err = p.members(func(name []byte) (err error) {
		switch string(name) {
		case "_meta":
			err = p.meta(f)
		case "name":
			f.name, err = p.value()
		case "arguments":
			f.arguments, err = p.value()
		case "uri":
			f.uri, err = p.value()
		case "inputResponses":
			f.responses, err = p.value()
		case "requestState":
			f.state, err = p.value()
		case "requestId":
			f.requestID, err = p.value()
		case "notifications":
			f.filter, err = p.value()
		case "progressToken":
			f.token, err = p.value()
		case "protocolVersion":
			f.version, err = p.value()
		default:
			_, err = p.value()
		}
		return err
	})
	return err
}

// meta walks params._meta. Some clients write null for a member that they do
// not set.
func (p *Parser) meta(f *Frame) (err error) {
	if p.fast && p.again.recall(&p.quick, f) {
		return nil
	}
	if p.peek() != '{' {
		s, err := p.value()
		if err == nil && f.kind(s) != 'n' {
			f.meta, f.marks = s, f.marks|metaNoObject
		}
		return err
	}
	f.meta, err = p.members(func(name []byte) (err error) {
		switch string(name) {
		case protocol.KeyProtocolVersion:
			f.claim, err = p.value()
		case protocol.KeyClientCapabilities:
			f.capabilities, err = p.value()
		case protocol.KeyClientInfo:
			err = p.info(f)
		case protocol.KeyLogLevel:
			f.logLevel, err = p.value()
		case protocol.KeySubscriptionID:
			f.subscriptionID, err = p.value()
		case protocol.KeyProgressToken:
			f.progressToken, err = p.value()
		default:
			_, err = p.value()
		}
		return err
	})
	if p.fast && err == nil {
		p.again.keep(f)
	}
	return err
}

// info walks the clientInfo of an envelope: every request has one, so that it
// is judged here, without decoding it (decisions E4).
func (p *Parser) info(f *Frame) (err error) {
	if p.peek() != '{' {
		f.clientInfo, err = p.value()
		return err
	}
	var name, version span
	f.clientInfo, err = p.members(func(member []byte) (err error) {
		switch string(member) {
		case "name":
			name, err = p.value()
		case "version":
			version, err = p.value()
		default:
			_, err = p.value()
		}
		return err
	})
	if f.kind(name) == '"' && f.kind(version) == '"' {
		f.marks |= clientInfoComplete
	}
	return err
}

// isNothing reports whether raw params count as absent: null, or an array
// without elements (decisions A9).
func isNothing(raw []byte) bool {
	switch raw[0] {
	case 'n':
		return true
	case '[':
		return len(bytes.TrimLeft(raw[1:len(raw)-1], " \t\r")) == 0
	}
	return false
}
