package check

import (
	"fmt"
	"strconv"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// The versions that no server can have: the judge asks for them to be refused.
const (
	versionAbove = "2099-01-01"
	versionBelow = "2020-01-01"
)

// frame is one frame that we send, and what we know about it.
type frame struct {
	sent   model.Sent
	letter model.Letter
	probe  bool // a request whose answer proves that what stands before it was read
	method string
	id     string // the raw token; "" for a notification
	line   []byte // with its newline
	bare   bool   // the envelope leaves out what is optional

	record int           // where it stands in the exchange's records
	at     time.Duration // when it was written
}

// idStyle is how the ids of an exchange look. Each exchange has one of them, so
// that a server which knows only one kind of id is found out.
type idStyle int

const (
	fromOne idStyle = iota
	texts
	fromZero
	idStyles
)

func (s idStyle) token(n int) string {
	switch s {
	case texts:
		return strconv.Quote("q" + strconv.Itoa(n))
	case fromZero:
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n + 1)
}

// spelling turns letters into frames.
type spelling struct {
	opt   *Options
	ids   idStyle
	asked int    // requests so far
	slow  *frame // the last slow call and the last listen: what a cancel names
	opens *frame
}

// frames spells one letter. An initialize brings its notification along; the
// player decides when that is written.
func (s *spelling) frames(l model.Letter) []*frame {
	switch l {
	case model.LetterDiscover:
		return s.request(l, protocol.MethodDiscover, s.enveloped(protocol.Version20260728, "", ""))
	case model.LetterList:
		return s.request(l, protocol.MethodToolsList, s.enveloped(protocol.Version20260728, "", ""))
	case model.LetterAbove:
		return s.request(l, protocol.MethodToolsList, s.enveloped(versionAbove, "", ""))
	case model.LetterBelow:
		return s.request(l, protocol.MethodToolsList, s.enveloped(versionBelow, "", ""))
	case model.LetterPartial:
		return s.request(l, protocol.MethodToolsList, fmt.Sprintf(`{"_meta":{%q:%q}}`, protocol.KeyProtocolVersion, protocol.Version20260728))
	case model.LetterUnknown:
		return s.request(l, "eralock/no-such-method", s.enveloped(protocol.Version20260728, "", ""))
	case model.LetterRemoved:
		return s.request(l, protocol.MethodPing, s.enveloped(protocol.Version20260728, "", ""))
	case model.LetterListen:
		return s.request(l, protocol.MethodListen, s.enveloped(protocol.Version20260728, "", `,"notifications":{"toolsListChanged":true}`))
	case model.LetterSlow:
		return s.request(l, protocol.MethodToolsCall, s.enveloped(protocol.Version20260728, ","+s.token(), call(s.opt.SlowTool, s.opt.SlowArgs)))
	case model.LetterChange:
		return s.request(l, protocol.MethodToolsCall, s.enveloped(protocol.Version20260728, ","+s.token(), call(s.opt.ChangeTool, s.opt.ChangeArgs)))
	case model.LetterBareSlow:
		return s.request(l, protocol.MethodToolsCall, fmt.Sprintf(`{"_meta":{%s}%s}`, s.token(), call(s.opt.SlowTool, s.opt.SlowArgs)))
	case model.LetterBareList:
		return s.request(l, protocol.MethodToolsList, "")
	case model.LetterPing:
		return s.request(l, protocol.MethodPing, "")
	case model.LetterNotice:
		return []*frame{{letter: l, method: protocol.NotificationRootsListChanged, sent: model.Sent{Class: model.ClassNotification},
			line: wire.AppendNotification(nil, protocol.NotificationRootsListChanged, nil)}}
	case model.LetterInitialize:
		const params = `{"protocolVersion":"` + protocol.Version20251125 + `","capabilities":{},"clientInfo":{"name":"eralock-check","version":"1"}}`
		return append(s.request(l, protocol.MethodInitialize, params),
			&frame{letter: l, sent: model.Sent{Class: model.ClassInitialized}, method: protocol.NotificationInitialized,
				line: wire.AppendNotification(nil, protocol.NotificationInitialized, nil)})
	case model.LetterCancelSlow:
		return s.cancel(l, s.slow)
	case model.LetterCancelListen:
		return s.cancel(l, s.opens)
	}
	return nil
}

func call(tool, args string) string {
	return fmt.Sprintf(`,"name":%s,"arguments":%s`, quote(tool), args)
}

func quote(s string) string { return string(wire.AppendQuote(nil, s)) }

// enveloped builds params around the envelope. One kind of exchange in three
// leaves clientInfo out, which is optional (S-META-8). Calls have a progress
// token as extra, so that progress after a cancel can be seen.
func (s *spelling) enveloped(version, extra, rest string) string {
	info := fmt.Sprintf(`,%q:{"name":"eralock-check","version":"1"}`, protocol.KeyClientInfo)
	if s.bare() {
		info = ""
	}
	return fmt.Sprintf(`{"_meta":{%q:%q,%q:{}%s%s}%s}`, protocol.KeyProtocolVersion, version, protocol.KeyClientCapabilities, info, extra, rest)
}

func (s *spelling) bare() bool { return s.ids == texts }

// token gives the next request a progress token.
func (s *spelling) token() string { return fmt.Sprintf(`"progressToken":"t%d"`, s.asked) }

func (s *spelling) request(l model.Letter, method, params string) []*frame {
	class, _ := l.Class()
	f := &frame{
		letter: l, method: method, id: s.ids.token(s.asked), bare: s.bare(),
		sent: model.Sent{Class: class, ID: s.asked},
	}
	var raw []byte // nil: no params at all
	if params != "" {
		raw = []byte(params)
	}
	f.line = wire.AppendRequest(nil, []byte(f.id), method, raw)
	s.asked++
	switch l {
	case model.LetterSlow, model.LetterBareSlow:
		s.slow = f
	case model.LetterListen:
		s.opens = f
	}
	return []*frame{f}
}

func (s *spelling) cancel(l model.Letter, target *frame) []*frame {
	params := fmt.Sprintf(`{"requestId":%s,"reason":"eralock check"}`, target.id)
	return []*frame{{
		letter: l, method: protocol.NotificationCancelled, line: wire.AppendNotification(nil, protocol.NotificationCancelled, []byte(params)),
		sent: model.Sent{Class: model.ClassCancelled, Target: target.sent.ID},
	}}
}
