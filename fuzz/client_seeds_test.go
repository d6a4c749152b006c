package fuzz

import (
	"strings"
)

// serverSpeeches are what servers say: good ones of both eras, and lines of every
// kind to a client that has just settled.
func serverSpeeches() (all [][]byte) {
	const (
		discovered  = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}`
		refused     = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`
		initialized = `{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`
		stamp       = `"_meta":{"io.modelcontextprotocol/subscriptionId":`
	)
	modern, legacy := []string{discovered}, []string{refused, initialized}
	lines := []string{
		`{"jsonrpc":"2.0","id":2,"result":{"content":[],"tools":[],"resultType":"complete"}}`, `{"jsonrpc":"2.0","id":3,"result":{"content":[],"tools":[]}}`,
		`{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"m"}}`, `{"jsonrpc":"2.0","id":"2","result":{}}`, `{"jsonrpc":"2.0","id":2,"result":{},"error":{}}`,
		`{"jsonrpc":"2.0","id":99,"result":{}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`,
		`{"jsonrpc":"2.0","id":3,"error":{"code":-32022,"message":"m","data":{"supported":["2026-07-28","2027-05-05"]}}}`,
		`{"jsonrpc":"2.0","id":3,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object"}}}},"requestState":"s"}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":3,"progress":1,"total":2}}`,
		`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},` + stamp + `4}}}`,
		`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},` + stamp + `2}}}`,
		`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{` + stamp + `4}}}`,
		`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{` + stamp + `2}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}`, `{"jsonrpc":"2.0","id":4,"result":{"resultType":"complete",` + stamp + `4}}}`,
		`{"jsonrpc":"2.0","id":"p","method":"ping"}`, `{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object"}}}`,
		`{"jsonrpc":"2.0","id":8,"method":"roots/list"}`, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`,
		"listening on stdio", "", "[1]", "\xff", `{"jsonrpc":"2.0"`, `{"pad":"` + strings.Repeat("x", limits.MaxLine) + `"}`,
	}
	for mode, era := range [][]string{modern, modern, legacy[1:], legacy} {
		flags := string(rune(mode % 3))
		all = append(all, []byte(flags+strings.Join(append(append([]string{}, era...), lines[:len(lines)-1]...), "\n")+"\n"))
		for i, line := range lines {
			next := lines[(i+3)%len(lines)]
			all = append(all, []byte(flags+strings.Join(append(append([]string{}, era...), line, line, next), "\n")+"\n"), []byte("\x08"+line+"\n"+next))
		}
	}
	return all
}
