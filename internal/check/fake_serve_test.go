package check

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

func (f *fake) list(in *fakeFrame, modern bool) {
	tools := `"tools":[{"name":"slow","inputSchema":{"type":"object"}},{"name":"change","inputSchema":{"type":"object"}}]`
	if f.defect == pagedList {
		tools = `"tools":[{"name":"other","inputSchema":{"type":"object"}}],"nextCursor":"more"`
	}
	if modern {
		tools += `,"ttlMs":0,"cacheScope":"private"`
	}
	if f.defect == mutesList && modern && f.called {
		return
	}
	if f.defect == printsLine {
		f.write("listing tools")
	}
	f.result(in.ID, modern, tools)
	if f.defect == answersTwice {
		f.result(in.ID, modern, tools)
	}
	if f.defect == answersStranger {
		f.result(json.RawMessage(`999`), modern, tools)
	}
	if f.defect == asksClient && modern {
		f.write(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`)
	}
}

const fakeSlow = 150 * time.Millisecond

const done = `"content":[{"type":"text","text":"done"}]`

// call runs the slow tool; where it must not end before something else happens
// it has no end of its own.
func (f *fake) call(in *fakeFrame, modern bool) {
	if in.Params.Name == "change" {
		f.publish()
		f.result(in.ID, modern, done)
		return
	}
	c := &fakeCall{id: in.ID, modern: modern}
	f.calls[string(in.ID)], f.called = c, true
	switch f.defect {
	case answersCancelled, answersOnCancel, legacyAnswers, losesAtEOF, mutesAfterCall:
		return
	}
	f.left.Add(1)
	c.timer = time.AfterFunc(fakeSlow, func() {
		defer f.left.Done()
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.calls[string(c.id)] == c {
			delete(f.calls, string(c.id))
			f.result(c.id, modern, done)
		}
	})
}

func (f *fake) listen(in *fakeFrame) {
	switch f.defect {
	case mutesListen:
		return
	case dies:
		os.Exit(3)
	case acknowledgesLate:
		f.event(in.ID)
	}
	f.lock()
	c := &fakeCall{id: in.ID, modern: true, listen: true}
	f.calls[string(in.ID)] = c
	f.acknowledge(c)
	if f.defect == acknowledgesTwice {
		f.acknowledge(c)
	}
}

func (f *fake) acknowledge(c *fakeCall) {
	f.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":%s},"notifications":{"toolsListChanged":true}}}`, c.id))
}

func (f *fake) event(id json.RawMessage) {
	meta := fmt.Sprintf(`,"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":%s}}`, id)
	if f.defect == forgetsStamp {
		meta = ""
	}
	f.write(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"` + meta + `}`)
}

func (f *fake) publish() {
	for _, c := range f.calls {
		if c.listen {
			f.event(c.id)
		}
	}
	for _, c := range f.ghosts {
		if f.defect == hearsAfterCancel {
			f.event(c.id)
		}
	}
}

func (f *fake) listenResult(id json.RawMessage) {
	f.result(id, true, fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/subscriptionId":%s}`, id))
}

func (f *fake) cancel(c *fakeCall) {
	if c == nil {
		return
	}
	delete(f.calls, string(c.id))
	if c.timer != nil && c.timer.Stop() {
		f.left.Done()
	}
	f.ghosts = append(f.ghosts, c)
	c.haunting = f.defect == answersCancelled && !c.listen && c.modern || f.defect == answersListen && c.listen ||
		f.defect == legacyAnswers && !c.modern
	if f.defect == answersOnCancel && !c.listen && c.modern {
		f.result(c.id, true, `"isError":true,"content":[]`)
	}
}

// haunt answers cancelled calls behind the answer to the next request, which
// proves that the cancel was read.
func (f *fake) haunt(in *fakeFrame) {
	if in.ID == nil {
		return
	}
	if f.defect == answersOnCancel && len(f.ghosts) > 0 {
		os.Exit(0) // nobody has to wait for the time that the call would have taken
	}
	if f.defect == mutesAfterCall && in.Method != "tools/call" {
		for _, c := range f.calls {
			f.result(c.id, c.modern, done)
			f.mute = true
		}
	}
	for _, c := range f.ghosts {
		switch {
		case !c.haunting:
		case c.listen:
			f.listenResult(c.id)
		default:
			f.result(c.id, c.modern, `"content":[]`)
		}
		c.haunting = false
	}
}
