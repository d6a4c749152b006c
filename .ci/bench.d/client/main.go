// client: echo calls of our client as fast as they go. usage: client [flags] --
// command. One JSON line comes out.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/eralock/eralock/client"
)

type echoArgs struct {
	Text string `json:"text"`
}

func main() {
	callers := flag.Int("callers", 1, "calls in flight")
	n := flag.Int("n", 5000, "calls")
	warm := flag.Int("warm", 500, "calls before, not counted")
	size := flag.Int("size", 1024, "bytes of text")
	typed := flag.Bool("struct", false, "the arguments are a struct, not a map")
	cancellable := flag.Bool("cancel", false, "the context can be cancelled")
	profile := flag.String("prof", "", "write a CPU profile here")
	flag.Parse()
	c, err := client.Connect(context.Background(), client.Command(flag.Arg(0), flag.Args()[1:]...))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	ctx := context.Background()
	if *cancellable {
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
	}
	text := strings.Repeat("x", *size)
	var args any = map[string]any{"text": text}
	if *typed {
		args = &echoArgs{text}
	}
	lat := make([]time.Duration, *warm+*n)
	run := func(n int) {
		left, wg := atomic.Int64{}, sync.WaitGroup{}
		left.Store(int64(n))
		for range *callers {
			wg.Go(func() {
				for {
					i := left.Add(-1)
					if i < 0 {
						return
					}
					begun := time.Now()
					res, err := c.CallTool(ctx, "echo", args)
					if err != nil {
						log.Fatal(err)
					}
					if len(res.Content) != 1 || len(res.Content[0].Text) != *size {
						log.Fatalf("a wrong answer: %+v", res)
					}
					lat[i] = time.Since(begun)
				}
			})
		}
		wg.Wait()
	}
	run(*warm)
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			log.Fatal(err)
		}
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	before, begun := now(), time.Now()
	run(*n)
	took, after := time.Since(begun), now()
	slices.Sort(lat[:*n])
	each := func(total uint64) float64 { return float64(total) / float64(*n) }
	out, _ := json.Marshal(map[string]float64{
		"PerSec": float64(*n) / took.Seconds(), "P50us": float64(lat[*n/2].Nanoseconds()) / 1e3,
		"CPUusPerCall": each(after.cpu - before.cpu),
		"MallocsPer":   each(after.Mallocs - before.Mallocs), "BytesPer": each(after.TotalAlloc - before.TotalAlloc),
	})
	fmt.Println(string(out))
}

// usage is what this process has used up so far; cpu is in microseconds.
type usage struct {
	runtime.MemStats
	cpu uint64
}

func now() (u usage) {
	runtime.ReadMemStats(&u.MemStats)
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	u.cpu = uint64(r.Utime.Nano()+r.Stime.Nano()) / 1000
	return u
}
