package check

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

const fakeEnv = "ERALOCK_CHECK_FAKE"

// The test binary is also the server that the tests check: a small honest one,
// or one with a defect.
func TestMain(m *testing.M) {
	if defect, ok := os.LookupEnv(fakeEnv); ok {
		newFake(defect).serve()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type fakeCall struct {
	id       json.RawMessage
	modern   bool
	listen   bool
	timer    *time.Timer
	haunting bool // it answers although it was cancelled
}

type fake struct {
	defect string
	mu     sync.Mutex
	era    string
	calls  map[string]*fakeCall
	left   sync.WaitGroup
	ghosts []*fakeCall
	called bool // the slow tool
	mute   bool
}

func newFake(defect string) *fake { return &fake{defect: defect, calls: map[string]*fakeCall{}} }

type fakeFrame struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Meta            map[string]json.RawMessage `json:"_meta"`
		Name            string                     `json:"name"`
		RequestID       json.RawMessage            `json:"requestId"`
		ProtocolVersion string                     `json:"protocolVersion"`
	} `json:"params"`
}

func (f *fake) serve() {
	for scan := bufio.NewScanner(os.Stdin); scan.Scan(); {
		var in fakeFrame
		if json.Unmarshal(scan.Bytes(), &in) == nil && !f.muted() {
			f.mu.Lock()
			f.read(&in)
			f.haunt(&in)
			f.mu.Unlock()
		}
	}
	if f.defect == losesAtEOF {
		return
	}
	if f.defect == lingers {
		time.Sleep(time.Hour)
	}
	f.left.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.calls {
		if c.listen {
			f.listenResult(c.id)
		}
	}
}

func (f *fake) muted() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.mute
}

func (f *fake) write(text string) { os.Stdout.WriteString(text + "\n") }

func (f *fake) id(id json.RawMessage) string {
	if f.defect == textIDs && id[0] != '"' {
		return fmt.Sprintf("%q", id)
	}
	return string(id)
}

func (f *fake) fail(id json.RawMessage, code int, data string) {
	who := `"id":` + f.id(id) + ","
	if f.defect == noIDs {
		who = ""
	}
	f.write(fmt.Sprintf(`{"jsonrpc":"2.0",%s"error":{"code":%d,"message":"no"%s}}`, who, code, data))
}

// result answers; of a modern request it takes the lock.
func (f *fake) result(id json.RawMessage, modern bool, members string) {
	if modern {
		f.lock()
		if f.defect != noResultType {
			members = join(`"resultType":"complete"`, members)
		}
		const info = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fake","version":"1"}`
		if !strings.Contains(members, `"_meta":{`) {
			members = join(members, `"_meta":{}`)
		}
		members = strings.Replace(strings.Replace(members, `"_meta":{`, info+",", 1), info+",}", info+"}", 1)
	} else if f.defect == modernWords {
		members = join(members, `"ttlMs":0`)
	}
	f.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{%s}}`, f.id(id), members))
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "," + b
}

func (f *fake) lock() {
	if f.era == "" {
		f.era = "modern"
	}
}

func (f *fake) unsupported(id json.RawMessage, requested string) {
	data := fmt.Sprintf(`,"data":{"supported":["2026-07-28"],"requested":%q}`, requested)
	if f.defect == noData {
		data = ""
	}
	code := -32022
	if f.defect == wrongCode {
		code = -32602
	}
	f.fail(id, code, data)
}

func (f *fake) read(in *fakeFrame) {
	version, claimed := in.Params.Meta["io.modelcontextprotocol/protocolVersion"]
	switch {
	case in.Method == "notifications/cancelled":
		f.cancel(f.calls[string(in.Params.RequestID)])
	case in.ID == nil:
	case in.Method == "initialize" && !claimed:
		f.initialize(in)
	case claimed && f.defect == legacyOnly:
		f.fail(in.ID, -32601, "")
	case claimed && f.defect == manglesForeign:
		f.fail(json.RawMessage(`"mangled"`), -32601, "")
	case claimed:
		var text string
		_ = json.Unmarshal(version, &text)
		f.enveloped(in, text)
	default:
		f.bare(in)
	}
}

func (f *fake) initialize(in *fakeFrame) {
	if f.era == "modern" {
		f.unsupported(in.ID, in.Params.ProtocolVersion)
		return
	}
	f.era = "legacy"
	info := `,"serverInfo":{"name":"fake","version":"1"}`
	if f.defect == thinInitialize {
		info = ""
	}
	f.result(in.ID, false, `"protocolVersion":"2025-11-25","capabilities":{"tools":{}}`+info)
}

func (f *fake) enveloped(in *fakeFrame, version string) {
	_, capable := in.Params.Meta["io.modelcontextprotocol/clientCapabilities"]
	_, named := in.Params.Meta["io.modelcontextprotocol/clientInfo"]
	served := version == "2026-07-28" || f.defect == servesBelow && version < "2026-07-28" || f.defect == ignoresVersion && f.era == "modern"
	switch {
	case f.era == "legacy":
		f.fail(in.ID, -32600, "")
	case !capable && f.defect != servesPartial, !named && f.defect == wantsInfo:
		f.fail(in.ID, -32602, "")
	case !served:
		f.unsupported(in.ID, version)
	default:
		f.modern(in)
	}
}

func (f *fake) modern(in *fakeFrame) {
	switch in.Method {
	case "server/discover":
		hints := `,"ttlMs":0,"cacheScope":"private"`
		if f.defect == thinDiscover {
			hints = `,"cacheScope":"private"`
		}
		f.result(in.ID, true, `"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}`+hints)
	case "tools/list":
		f.list(in, true)
	case "tools/call":
		f.call(in, true)
	case "subscriptions/listen":
		f.listen(in)
	case "ping":
		if f.defect == servesPing {
			f.result(in.ID, true, "")
			return
		}
		f.fail(in.ID, -32601, "")
	default:
		switch f.defect {
		case wrongUnknown:
			f.fail(in.ID, -32602, "")
		case strayCode:
			f.fail(in.ID, -32050, "")
		default:
			f.fail(in.ID, -32601, "")
		}
	}
}

func (f *fake) bare(in *fakeFrame) {
	switch {
	case f.era == "modern":
		f.fail(in.ID, -32602, "")
	case in.Method == "ping":
		f.result(in.ID, false, "")
	case f.era == "":
		f.fail(in.ID, -32602, "")
	case in.Method == "tools/list":
		f.list(in, false)
	case in.Method == "tools/call":
		f.call(in, false)
	default:
		f.fail(in.ID, -32601, "")
	}
}
