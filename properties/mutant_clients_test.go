package properties

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/eralock/eralock/client"
)

// mutantClient is a client that breaks one rule, as clients have done; see
// mutantServer.
type mutantClient struct {
	name, rule string
	seen       string
	by         string
	b          badClient
}

var negotiationMutants = []mutantClient{
	{"initialize after a DiscoverResult", "rules B2", "B004", "negotiation", badClient{retort: nothingIfNot(`"supportedVersions"`, `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}`)}},
	{"falls back after -32022", "rules B3", "B019", "fallback", badClient{read: swap(`-32022`, `-32601`)}},
	{"falls back for one code only", "rules B4", "B010, B011", "fallback", badClient{read: swap(`"error":{"code":1,`, `"error":{"code":-32020,`)}},
	{"the probe is sent twice", "rules B5", "–", "ids of requests", badClient{write: lineIf(`server/discover`, "$LINE", "$LINE")}},
	{"a call before the verdict", "rules B1", "–", "negotiation", badClient{write: lineIf(`server/discover`, "$LINE", bareList)}},
	{"the probe has no time limit", "C-ERA-6", "B013", "silent probe", badClient{options: []client.Option{client.DiscoverTimeout(24 * time.Hour)}}},
	{"gives up after a silent probe", "C-ERA-6", "–", "silent probe", quitter()},
	{"initialized is left out", "C-LIFE-2", "B025", "negotiation", badClient{write: lineIf(`notifications/initialized`)}},
	{"a call before initialized", "C-LIFE-3", "B023", "negotiation", badClient{write: lineIf(`notifications/initialized`, bareList, "$LINE")}},
	{"initialized goes to a modern server", "rules B11", "–", "envelopes", badClient{retort: nothingIfNot(`"supportedVersions"`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)}},
	{"initialize does not say who asks", "C-LIFE-1", "–", "negotiation", badClient{write: lineIf(`"method":"initialize"`, `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`)}},

	{"capabilities are left out", "rules B7", "–", "envelopes", badClient{write: swap(`io.modelcontextprotocol/clientCapabilities`, `x/y`)}},
	{"calls have no envelope", "rules B7", "–", "envelopes", badClient{write: swap(`io.modelcontextprotocol/`, `x/`)}},
	{"ids are used again", "C-ID-3", "B118", "ids of requests", badClient{write: swap(`"id":6`, `"id":5`)}},
}

const bareList = `{"jsonrpc":"2.0","id":"early","method":"tools/list"}`

var callMutants = []mutantClient{
	{"ids are compared as texts", "S-RESP-1", "B114", "calls", badClient{read: looseIDs}},
	{"answers are mixed up", "S-RESP-1", "B118", "calls", badClient{report: func(l string) []string {
		if strings.HasPrefix(l, "call-1 ok") {
			l = "call-1 ok answer-0"
		}
		return []string{l}
	}}},
	{"a call ends twice", "S-MSG-8", "–", "calls", badClient{report: func(l string) []string { return []string{l, l} }}},
	{"failures are not reported", "S-RESP-1", "B121", "calls", badClient{report: func(l string) []string {
		if strings.Contains(l, " error") {
			return nil
		}
		return []string{l}
	}}},
	{"an answer to nobody ends it", "S-MSG-8", "B125, B029", "calls", badClient{options: soon, mute: strays}},
	{"calls hang when the server is gone", "decisions K12", "B048", "lost server", badClient{report: func(l string) []string {
		if strings.Contains(l, "lost") || strings.Contains(l, "EOF") || strings.Contains(l, "connection") {
			return nil
		}
		return []string{l}
	}}},
	{"no time limit", "C-TIME-2", "B048, B086", "time limits", badClient{options: []client.Option{client.RequestTimeout(time.Hour), client.DiscoverTimeout(5 * time.Second)}}},

	{"the server is not told of a cancel", "C-CANCEL-2", "B036", "cancels", badClient{write: lineIf(`notifications/cancelled`)}},
	{"a cancel is told twice", "C-CANCEL-3", "B036", "cancels", badClient{write: lineIf(`notifications/cancelled`, "$LINE", "$LINE")}},
	{"a cancel of another id", "C-CANCEL-3", "B117", "cancels", badClient{write: lineIf(`notifications/cancelled`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"mine"}}`)}},
	{"a cancel of a string id", "decisions A4", "B114", "cancels", badClient{write: stringCancels}},
	{"a cancel before its request", "decisions K8", "–", "cancels", badClient{write: lineIf(`tools/list`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`, "$LINE")}},
	{"initialize is cancelled", "C-LCANCEL-2", "B032", "cancels", badClient{write: cancelInitialize}},
	{"a settled call is cancelled", "C-CANCEL-3", "B030", "cancels", badClient{retort: cancelSettled}},
}

var hostMutants = []mutantClient{
	{"responses to a modern server", "rules B17", "–", "requests of the server", badClient{retort: nothingIfNot(`"id":"ask-1"`, `{"jsonrpc":"2.0","id":"ask-1","result":{}}`)}},
	{"pings are not answered", "C-PING-1", "B144", "requests of the server", badClient{write: lineIf(`"id":"ask-`)}},
	{"pings are a missing method", "C-PING-1", "B144", "requests of the server", badClient{write: pingsRefused}},
	{"a ping is answered twice", "C-RESP-1", "–", "requests of the server", badClient{write: lineIf(`"id":"ask-`, "$LINE", "$LINE")}},

	{"a banner on the input", "C-FRAME-4", "B071", "framing of the server", badClient{write: lineIf(`tools/list`, "hello", "$LINE")}},
	{"headers before a message", "C-FRAME-4", "B071", "framing of the server", badClient{write: lineIf(`tools/list`, "Content-Length: 20", "$LINE")}},
	{"batches", "C-FRAME-2", "B044", "framing of the server", badClient{write: lineIf(`notifications/cancelled`, "[$LINE]")}},
	{"another version of JSON-RPC", "C-MSG-1", "O2", "framing of the server", badClient{write: swap(`"jsonrpc":"2.0"`, `"jsonrpc":"1.0"`)}},
	{"params that are a list", "C-MSG-1", "B074", "negotiation", badClient{write: lineIf(`tools/list`, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":[]}`)}},
	{"a line that is no message ends the connection", "decisions K12", "B055", "framing of the server", badClient{read: func(l []byte) [][]byte {
		if isJunk(l) {
			return [][]byte{bytes.Repeat([]byte("x"), 5<<20)} // over the limit
		}
		return [][]byte{l}
	}}},
	{"it hangs behind a line that is no message", "decisions K12", "B055, B064", "framing of the server", badClient{options: soon, mute: isJunk}},
	{"what it does not know ends it", "C-CANCEL-4", "B143", "calls", badClient{options: soon, mute: func(l []byte) bool {
		return bytes.Contains(l, []byte(`"notifications/`)) && !bytes.Contains(l, []byte("progress"))
	}}},
}

// soon ends a call before the suite's server goes away.
var soon = []client.Option{client.RequestTimeout(time.Second)}

func strays(l []byte) bool {
	s := spokenOf(l)
	return s.response() && (s.has("nobody") || s.has(`"id":-99`) || s.has(`"id":123456789`))
}

func isJunk(l []byte) bool {
	text := bytes.TrimSpace(l)
	return len(text) > 0 && !bytes.HasPrefix(text, []byte("{"))
}

func stringCancels(l []byte) [][]byte {
	if s := spokenOf(l); s.Method == "notifications/cancelled" {
		return [][]byte{bytes.Replace(l, s.Params.RequestID, fmt.Appendf(nil, "%q", s.Params.RequestID), 1)}
	}
	return [][]byte{l}
}

func cancelOf(id []byte) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`+"\n", id)
}

func cancelInitialize(l []byte) [][]byte {
	if s := spokenOf(l); s.Method == "initialize" {
		return [][]byte{l, cancelOf(s.ID)}
	}
	return [][]byte{l}
}

func cancelSettled(l []byte) [][]byte {
	if s := spokenOf(l); s.response() && s.has("answer-") {
		return [][]byte{cancelOf(s.ID)}
	}
	return nil
}

func pingsRefused(l []byte) [][]byte {
	if s := spokenOf(l); s.response() && s.has(`"id":"ask-`) && s.Result != nil {
		return [][]byte{[]byte(errorLine(string(s.ID), -32601, "Method not found"))}
	}
	return [][]byte{l}
}

// quitter falls back only when the probe was answered.
func quitter() badClient {
	var answered atomic.Bool
	return badClient{
		read: func(l []byte) [][]byte {
			answered.Store(true)
			return [][]byte{l}
		},
		write: func(l []byte) [][]byte {
			switch s := spokenOf(l); {
			case s.Method == "server/discover":
				answered.Store(false)
			case s.Method == "initialize" && !answered.Load():
				return nil
			}
			return [][]byte{l}
		},
	}
}

func mutantClients() (all []mutantClient) {
	for _, group := range [][]mutantClient{negotiationMutants, callMutants, hostMutants} {
		all = append(all, group...)
	}
	return all
}
