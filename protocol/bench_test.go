package protocol_test

import (
	"strings"
	"testing"

	"github.com/eralock/eralock/protocol"
)

func BenchmarkMethodByName(b *testing.B) {
	names := [][]byte{[]byte("tools/call"), []byte("notifications/cancelled"), []byte("no/such/method")}
	b.ReportAllocs()
	for b.Loop() {
		for _, name := range names {
			protocol.MethodByName(name)
		}
	}
}

func BenchmarkCallToolResult(b *testing.B) {
	for size, name := range map[int]string{1 << 10: "1KB", 1 << 16: "64KB"} {
		result := protocol.CallToolResult{Content: []protocol.Content{protocol.Text(strings.Repeat("x", size))}}
		line, err := protocol.Marshal(&result)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("marshal/"+name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := protocol.Marshal(&result); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("unmarshal/"+name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				var r protocol.CallToolResult
				if err := protocol.Unmarshal(line, &r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMetaGet(b *testing.B) {
	m := protocol.Meta(`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":7}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := m.Get(protocol.KeyProgressToken); !ok {
			b.Fatal("lost")
		}
	}
}
