package properties

import (
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// mutantServer is a server that breaks one rule, as servers have done: seen are
// reports and observations of others (B and O, by number), – where we know of none.
type mutantServer struct {
	name, rule string
	seen       string
	by         string // a property that has to fail
	fresh      func() mutant
}

// Eras, ids and answers.
var eraMutants = []mutantServer{
	{"the lock waits for the success", "rules A5", "B001, O23", "era lock", with(server.WithPolicy(model.FirstSuccess))},
	{"nothing locks", "rules C2, A16", "B005, O24", "era lock", with(server.WithPolicy(model.Concurrent))},
	{"initialize takes a modern connection over", "rules A6", "B001, B006, O23", "era lock", func() mutant {
		late := map[string]bool{}
		return mutant{
			in: func(_ *wires, l spoken) bool {
				if l.Method == "initialize" && !l.modern() {
					late[string(l.ID)] = true
				}
				return true
			},
			out: func(w *wires, l spoken) bool {
				if l.Error == nil || l.Error.Code != -32022 || !late[string(l.ID)] {
					return true
				}
				w.say(resultLine(string(l.ID), initializeResult))
				return false
			},
		}
	}},
	{"a failed probe locks", "rules A7", "B005", "era lock", with(server.WithPolicy(model.OpeningRequest))},
	{"a second initialize is accepted", "decisions E11", "B009, O19", "era lock", answers(method("initialize", false), func(l *spoken) string { return resultLine(string(l.ID), initializeResult) })},
	{"an enveloped initialize is served", "decisions E5", "B002, O21", "envelopes", answers(method("initialize", true), func(l *spoken) string { return resultLine(string(l.ID), initializeResult) })},
	{"initialize echoes a modern version", "decisions E11", "B003", "initialize", says(`"protocolVersion":"2025-11-25"`, swapped(`"protocolVersion":"2025-11-25"`, `"protocolVersion":"2026-07-28"`))},
	{"initialize without a version", "S-LIFE-1", "–", "initialize", says(`"protocolVersion"`, swapped(`"protocolVersion":`, `"version":`))},
	{"a ping before initialize is an error", "S-PING-1", "B024", "ping before the handshake", func() mutant {
		ready := false
		return mutant{in: func(w *wires, l spoken) bool {
			ready = ready || l.Method == "initialize"
			if l.Method != "ping" || ready {
				return true
			}
			w.say(errorLine(string(l.ID), -32600, "not initialized"))
			return false
		}}
	}},
	{"versions that it does not know are served", "S-VER-1", "O25", "envelopes", hears(`protocolVersion":"1999-12-31"`, swapped("1999-12-31", "2026-07-28"))},
	{"an unsupported version is a missing method", "S-ERR-15", "O25", "envelopes", says("-32022", swapped("-32022", "-32601"))},
	{"-32022 without the supported versions", "S-ERR-15", "–", "envelopes", says(`"supported":`, swapped(`"supported":`, `"served":`))},
	{"discover lists legacy versions only", "S-DISC-2", "B018", "discover", says(`"supportedVersions"`, swapped("2026-07-28", "2025-11-25"))},
	{"discover without a result type", "S-RESP-4", "–", "discover", says(`"supportedVersions"`, swapped(`"resultType":"complete",`, ""))},
	{"discover needs no envelope", "decisions E6", "B007", "envelopes", answers(method("server/discover", false), func(l *spoken) string {
		return resultLine(string(l.ID), `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}`)
	})},
	{"an unknown method has wrong params", "S-ERR-12", "B021", "answers", says("-32601", swapped("-32601", "-32602"))},
	{"results without a result type", "decisions A8", "–", "answers", says(`"tools":[`, swapped(`"resultType":"complete",`, ""))},

	{"ids become strings", "S-RESP-1", "B114", "ids", says(`"id":-7`, swapped(`"id":-7`, `"id":"-7"`))},
	{"ids become numbers", "S-RESP-1", "B114", "ids", says(`"id":"1"`, swapped(`"id":"1"`, `"id":1`))},
	{"empty ids are lost", "decisions A4", "B115, B031", "ids", says(`"id":""`, swapped(`"id":""`, `"id":null`))},
	{"string ids are not answered", "S-MSG-8", "B116", "ids", func() mutant {
		return mutant{in: func(_ *wires, l spoken) bool { return !l.request() || l.ID[0] != '"' || l.has("barrier") }}
	}},
	{"every answer comes twice", "S-MSG-8", "B046", "ids", func() mutant {
		return mutant{out: func(w *wires, l spoken) bool {
			if l.response() {
				w.say(l.text)
			}
			return true
		}}
	}},
	{"errors are lost", "S-MSG-7", "B039, O2", "answers", says(`"error":`, lost)},
	{"answers are lost in a burst", "S-MSG-7", "B145", "silence", func() mutant {
		open := 0
		return mutant{
			in: func(_ *wires, l spoken) bool {
				if l.request() {
					open++
				}
				return true
			},
			out: func(_ *wires, l spoken) bool {
				if l.response() {
					open--
				}
				return !l.response() || open < 6
			},
		}
	}},
	{"every tenth answer is lost", "S-MSG-7", "B063", "ids, legacy", func() mutant {
		n := 0
		return mutant{out: func(_ *wires, l spoken) bool {
			if l.response() {
				n++
			}
			return !l.response() || n%10 != 0
		}}
	}},
	{"notifications are answered", "S-NOTIF-1", "B043", "answers", plainly(mutant{in: func(w *wires, l spoken) bool {
		if l.has(`"notifications/roots`) {
			w.say(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}` + "\n")
		}
		return true
	}})},
}

// Listens, cancels and progress.
var listenMutants = []mutantServer{
	{"no acknowledgement", "rules A3", "–", "era lock", says("subscriptions/acknowledged", lost)},
	{"a change before the acknowledgement", "rules A3", "–", "acknowledgement", says("subscriptions/acknowledged", func(l string) string {
		return strings.Replace(l, "subscriptions/acknowledged", "tools/list_changed", 1) + l
	})},
	{"acknowledged twice", "S-SUB-2", "–", "era lock", says("subscriptions/acknowledged", twice)},
	{"more is granted than was asked for", "S-SUB-5", "–", "era lock", says("subscriptions/acknowledged", swapped(`"notifications":{`, `"notifications":{"resourceSubscriptions":["x://b"],`))},
	{"changes without a stamp", "rules A4", "B138", "stamps and filters", says("list_changed", swapped(`io.modelcontextprotocol/subscriptionId`, `io.modelcontextprotocol/id`))},
	{"stamps of another type", "rules A3", "B114", "era lock", says("subscriptionId", swapped(`subscriptionId":5`, `subscriptionId":"5"`, `subscriptionId":"5"`, `subscriptionId":5`, `subscriptionId":1`, `subscriptionId":"1"`))},
	{"changes that nobody asked for", "S-SUB-1", "B138", "stamps and filters", says(`"grown"`, before(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`))},
	{"changes are lost", "S-SUB-12", "B134", "stamps and filters", says("list_changed", lost)},
	{"a listen's result without a stamp", "S-SUB-8", "B137", "acknowledgement", says(`"id":5`, swapped(`"_meta":{"io.modelcontextprotocol/subscriptionId":5,`, `"_meta":{`))},
	{"a cancelled listen keeps its slot", "rules A12", "B035", "slots", func() mutant {
		listens := 0
		return mutant{in: func(w *wires, l spoken) bool {
			if l.Method != "subscriptions/listen" || l.ID == nil {
				return true
			}
			if listens++; listens <= 2 {
				return true
			}
			w.say(errorLine(string(l.ID), -32603, "Subscription limit reached"))
			return false
		}}
	}},
	{"a listen blocks what comes behind it", "decisions C10", "B035, B111, O27", "answers", func() mutant {
		blocked := false
		return mutant{in: func(_ *wires, l spoken) bool {
			pass := !blocked
			blocked = blocked || l.Method == "subscriptions/listen" && l.modern()
			return pass
		}}
	}},
	{"one call after the other", "decisions C10", "B111", "slow calls", oneByOne},
	{"pings wait for a call", "S-PING-1", "B111", "slow calls, legacy", oneByOne},
	{"a cancelled listen gets its result", "S-CANCEL-12", "O27", "ids", lately(false, func(id string) string {
		return resultLine(id, `{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":`+id+`}}`)
	})},
	{"a cancelled listen goes on", "S-SUB-9", "–", "acknowledgement", lately(false, func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}` + "\n"
	})},
	{"a modern cancel is answered", "S-CANCEL-1", "B028, O13", "ids", lately(false, func(id string) string { return errorLine(id, 0, "Request cancelled") })},
	{"a result after the cancel", "S-CANCEL-1", "B027, O13", "ids", lately(false, func(id string) string {
		return resultLine(id, `{"resultType":"complete","content":[],"isError":true}`)
	})},
	{"cancels are not read", "S-CANCEL-1", "B033", "slots", hears("notifications/cancelled", lost)},
	{"the cancel of id 0 is ignored", "S-CANCEL-1", "B031, O14", "silence of odd ids", hears(`"requestId":0}`, lost)},
	{"progress after the cancel", "S-CANCEL-1", "–", "silence of a call", func() mutant {
		tokens := map[string]string{}
		m := lately(false, func(id string) string {
			if tokens[id] == "" {
				return ""
			}
			return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + tokens[id] + `,"progress":99}}` + "\n"
		})()
		in := m.in
		m.in = func(w *wires, l spoken) bool {
			if token := l.Params.Meta["progressToken"]; token != nil {
				tokens[string(l.ID)] = string(token)
			}
			return in(w, l)
		}
		return m
	}},
	{"progress that stands still", "S-PROG-2", "B131", "progress", says("notifications/progress", twice)},
	{"progress with a token of its own", "S-PROG-5", "B126", "progress", says("notifications/progress", swapped(`"progressToken":"`, `"progressToken":"x`))},
	{"progress behind the result", "S-PROG-9", "B124", "progress", func() mutant {
		last := ""
		return mutant{out: func(w *wires, l spoken) bool {
			w.say(l.text)
			if l.Method == "notifications/progress" {
				last = strings.Replace(l.text, `"progress":`, `"progress":9`, 1)
			} else if l.response() && l.has("counted") {
				w.say(last)
			}
			return false
		}}
	}},
}

// Framing, and the end.
var wireMutants = []mutantServer{
	{"a banner on the output", "S-FRAME-2", "B055", "discover", func() mutant {
		said := false
		return mutant{out: func(w *wires, l spoken) bool {
			if !said {
				w.say("listening on stdio\n")
			}
			said = true
			return true
		}}
	}},
	{"one bad line ends the session", "decisions A3", "B053, O1", "broken lines", plainly(mutant{in: func(w *wires, l spoken) bool {
		if unreadable(&l) {
			w.hangUp()
		}
		return true
	}})},
	{"a line behind a bad one is lost", "decisions A3", "B064", "broken lines", func() mutant {
		bad := false
		return mutant{in: func(_ *wires, l spoken) bool {
			was := bad
			bad = unreadable(&l)
			return !was
		}}
	}},
	{"a carriage return is a parse error", "ladder 1", "B071", "broken lines", hears("\r\n", func(string) string { return "{\n" })},
	{"blank lines end the session", "ladder 1", "O10", "broken lines", plainly(mutant{in: func(w *wires, l spoken) bool {
		if strings.TrimSpace(l.text) == "" {
			w.hangUp()
		}
		return true
	}})},
	{"a character that two reads share is broken", "S-FRAME-1", "B056, B070", "cut characters", func() mutant {
		return mutant{chunk: func(b []byte) []byte {
			if utf8.Valid(b) {
				return b
			}
			return []byte(strings.ToValidUTF8(string(b), ""))
		}}
	}},
	{"each read is taken for a message", "S-FRAME-1", "B061", "framing", func() mutant {
		return mutant{chunk: func(b []byte) []byte {
			if n := len(b); n > 0 && b[n-1] != '\n' {
				return append(b, '\n')
			}
			return b
		}}
	}},
	{"the output waits for the end of input", "S-MSG-7", "B073", "discover", func() mutant {
		var held []string
		return mutant{
			out: func(_ *wires, l spoken) bool { held = append(held, l.text); return false },
			end: func(w *wires) { w.say(held...) },
		}
	}},
	{"two messages on a line", "S-FRAME-1", "B062", "answers", says(`"tools":[`, func(l string) string {
		return strings.TrimSuffix(l, "\n") + `{"jsonrpc":"2.0","method":"notifications/x"}` + "\n"
	})},
	{"an answer over two lines", "S-FRAME-2", "B054, O8", "answers", says(`"tools":[`, swapped(`"tools":`, "\n"+`"tools":`))},
	{"bytes that are not UTF-8", "S-FRAME-1", "B059", "answers", says(`"tools":[`, swapped(`"tools":`, "\"\xb0\xa1\":1,\"tools\":"))},
	{"answers are lost at the end of input", "decisions C3", "B050, B051, O15, O16", "drain", func() mutant {
		var over atomic.Bool
		return mutant{
			eof: func(*wires) bool { over.Store(true); return true },
			out: func(_ *wires, l spoken) bool { return !over.Load() || !l.response() },
		}
	}},
	{"it does not end with its input", "S-SHUT-1", "B077, O17, O28", "drain", plainly(mutant{eof: func(*wires) bool { time.Sleep(time.Hour); return true }})},
	{"the answer to a slow call at the end is a result", "decisions C3", "O16", "drain", func() mutant {
		return mutant{out: func(w *wires, l spoken) bool {
			if l.Error == nil || !l.has("Connection closed") {
				return true
			}
			return false // and so it is not answered at all
		}}
	}},
}

// mutantServers are all of them.
func mutantServers() (all []mutantServer) {
	for _, group := range [][]mutantServer{eraMutants, listenMutants, wireMutants} {
		all = append(all, group...)
	}
	return all
}
