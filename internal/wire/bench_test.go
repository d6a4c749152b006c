package wire

import (
	"bytes"
	"strings"
	"testing"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

const envelope = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}}`

func testConfig() *Config {
	return &Config{
		Modern: []string{"2026-07-28"},
		Methods: map[string]Eras{
			protocol.MethodToolsList:          InLegacy | InModern,
			protocol.MethodToolsCall:          InLegacy | InModern,
			protocol.MethodListen:             InModern,
			protocol.MethodSetLevel:           InLegacy,
			protocol.MethodResourcesSubscribe: InLegacy,
			"kiln/fire":                       InModern,
		},
	}
}

// toolsCall is a call of about 1 KB, made of a text or of many small values.
func toolsCall(arguments string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"echo","arguments":` + arguments + `,` + envelope + `}}`)
}

var benchLines = map[string][]byte{
	"text":   toolsCall(`{"text":"` + strings.Repeat("lorem ipsum ", 60) + `"}`),
	"fields": toolsCall(`{"items":[` + strings.TrimSuffix(strings.Repeat(`{"name":"abc","qty":12,"ok":true},`, 22), ",") + `]}`),
	"64KB":   toolsCall(`{"text":"` + strings.Repeat("lorem ipsum ", 5400) + `"}`),
}

// forever repeats one line without end.
type forever struct {
	block []byte
	at    int
}

func endless(line []byte) *forever {
	return &forever{block: bytes.Repeat(append(bytes.Clone(line), '\n'), 1+100_000/len(line))}
}

func (f *forever) Read(p []byte) (int, error) {
	n := copy(p, f.block[f.at:])
	f.at = (f.at + n) % len(f.block)
	return n, nil
}

// readOne is what a server does with each line.
func readOne(r *Reader, p *Parser, f *Frame, c *Config) (model.Class, error) {
	line, err := r.Next()
	if err != nil {
		return 0, err
	}
	p.Parse(line, f)
	class, _ := Classify(f, c)
	return class, nil
}

func BenchmarkReadParseClassify(b *testing.B) {
	for name, line := range benchLines {
		b.Run(name, func(b *testing.B) {
			r, p, c := NewReader(endless(line), Limits{}), NewParser(Limits{}), testConfig()
			var f Frame
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				if class, err := readOne(r, p, &f, c); class != model.ClassEnveloped || err != nil {
					b.Fatal(class, err)
				}
			}
		})
	}
}

func BenchmarkReadLines(b *testing.B) {
	line := benchLines["text"]
	r := NewReader(endless(line), Limits{})
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Next(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOverlong(b *testing.B) {
	line := []byte(`{"text":"` + strings.Repeat("lorem ipsum ", 100_000) + `","id":7}` + "\n")
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		r := NewReader(bytes.NewReader(line), Limits{MaxLine: 1000})
		if got, err := r.Next(); err != nil || string(got.ID) != "7" {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonicalID(b *testing.B) {
	for _, id := range []string{`17`, `"0190b5a1-7e4d-7c33-9c5e-0c7c2f1a9d11"`, `1.50e1`, `"A\u0041"`} {
		b.Run(id, func(b *testing.B) {
			raw, buf := []byte(id), make([]byte, 0, 256)
			b.ReportAllocs()
			for b.Loop() {
				CanonicalID(raw, buf)
			}
		})
	}
}

// encoders are one call of each encoder.
var encoders = map[string]func(b []byte) []byte{
	"result":  func(b []byte) []byte { return AppendResult(b, benchID, benchResult) },
	"error":   func(b []byte) []byte { return AppendError(b, benchID, 0, "Request cancelled", nil) },
	"request": func(b []byte) []byte { return AppendRequest(b, benchID, protocol.MethodToolsCall, benchResult) },
	"notification": func(b []byte) []byte {
		return AppendNotification(b, protocol.NotificationInitialized, nil)
	},
	"progress":  func(b []byte) []byte { return AppendProgress(b, benchID, 3, 10, "half way there") },
	"log":       func(b []byte) []byte { return AppendLog(b, protocol.LevelInfo, "kiln", benchID) },
	"ack":       func(b []byte) []byte { return AppendAcknowledgement(b, benchID, benchFilter) },
	"changed":   func(b []byte) []byte { return AppendListChanged(b, protocol.NotificationToolsListChanged, benchID) },
	"updated":   func(b []byte) []byte { return AppendUpdated(b, "kiln://glaze/7", benchID) },
	"listen":    func(b []byte) []byte { return AppendListenResult(b, benchID, benchInfo) },
	"cancelled": func(b []byte) []byte { return AppendCancelled(b, benchID, "too slow", benchID) },
}

var (
	benchID     = []byte(`17`)
	benchFilter = []byte(`{"toolsListChanged":true}`)
	benchInfo   = []byte(`{"name":"kiln","version":"3.1.4"}`)
	benchResult = AppendQuote(nil, strings.Repeat("lorem ipsum ", 80))
)

func BenchmarkEncode(b *testing.B) {
	for name, encode := range encoders {
		b.Run(name, func(b *testing.B) {
			buf := make([]byte, 0, 4096)
			b.ReportAllocs()
			for b.Loop() {
				encode(buf)
			}
		})
	}
}

func BenchmarkQuote(b *testing.B) {
	text := strings.Repeat("lorem ipsum ", 80)
	buf := make([]byte, 0, 4096)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		AppendQuote(buf, text)
	}
}

// TestUsualPathAllocatesNothing counts allocations; it measures no time.
func TestUsualPathAllocatesNothing(t *testing.T) {
	c := testConfig()
	for name, line := range map[string][]byte{
		"call":         benchLines["text"],
		"small values": benchLines["fields"],
		"64 KB":        benchLines["64KB"],
		"bare":         []byte(`{"jsonrpc":"2.0","id":"a","method":"tools/list"}`),
		"unknown":      []byte(`{"jsonrpc":"2.0","id":"a","method":"no/such","params":{` + envelope + `}}`),
		"cancelled":    []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":17}}`),
		"response":     []byte(`{"jsonrpc":"2.0","id":17,"result":{"content":[{"type":"text","text":"x"}]}}`),
		"crlf":         []byte("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r"),
		"blank":        []byte("  \t"),
		"scalar":       []byte("17"),
		"batch":        []byte("[1,2]"),
		"bad id":       []byte(`{"jsonrpc":"2.0","id":null,"method":"ping"}`),
	} {
		r, p := NewReader(endless(line), Limits{}), NewParser(Limits{})
		var f Frame
		require.Zero(t, testing.AllocsPerRun(1000, func() { _, _ = readOne(r, p, &f, c) }), name)
	}
}

func TestEncodersAllocateNothing(t *testing.T) {
	buf := make([]byte, 0, 4096)
	for name, encode := range encoders {
		require.Zero(t, testing.AllocsPerRun(100, func() { encode(buf) }), name)
	}
	for _, id := range []string{`17`, `"abc"`, `"\u0041\ud800"`, `-12e3`, strings.Repeat("9", 125) + "e64"} {
		raw := []byte(id)
		require.Zero(t, testing.AllocsPerRun(100, func() { CanonicalID(raw, buf) }), id)
	}
}
