// gosdk: echo calls of the go-sdk client as fast as they go. usage: gosdk
// [flags] -- command. It is built in the module of the go-sdk peers.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	callers := flag.Int("callers", 1, "calls in flight")
	n := flag.Int("n", 500, "calls")
	warm := flag.Int("warm", 50, "calls before, not counted")
	size := flag.Int("size", 1024, "bytes of text")
	flag.Parse()
	ctx := context.Background()
	c := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "0"}, nil)
	s, err := c.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(flag.Arg(0), flag.Args()[1:]...)}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	args := map[string]any{"text": strings.Repeat("x", *size)}
	run := func(n int) {
		left, wg := atomic.Int64{}, sync.WaitGroup{}
		left.Store(int64(n))
		for range *callers {
			wg.Go(func() {
				for left.Add(-1) >= 0 {
					res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "echo", Arguments: args})
					if err != nil {
						log.Fatal(err)
					}
					if text, ok := res.Content[0].(*mcp.TextContent); !ok || len(text.Text) != *size {
						log.Fatalf("a wrong answer: %+v", res)
					}
				}
			})
		}
		wg.Wait()
	}
	run(*warm)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	run(*n)
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	out, _ := json.Marshal(map[string]float64{
		"PerSec": float64(*n) / took.Seconds(), "MallocsPer": float64(after.Mallocs-before.Mallocs) / float64(*n),
	})
	fmt.Println(string(out))
}
