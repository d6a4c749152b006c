// Command drive measures over a server's raw pipe what the peers' load driver
// does not: allocations of a tool's calls, one change to many listens, and
// handlers that wait. It knows no MCP library and prints one number.
//
//	drive allocs TOOL -- SERVER…    allocations a call of 1 KB, 64 in flight
//	drive fanout LISTENS -- SERVER… frames a second, the median of one change at a time
//	drive parked CALLS -- SERVER…   resident bytes a call that waits
//	drive slow CALLS -- SERVER…     milliseconds for that many slow {"ms":1}, the median of 9
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"drive","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}}`

type server struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	ids int
}

func start(command []string) *server {
	s := &server{cmd: exec.Command(command[0], command[1:]...)}
	s.cmd.Stderr = os.Stderr
	in, err := s.cmd.StdinPipe()
	must(err)
	out, err := s.cmd.StdoutPipe()
	must(err)
	must(s.cmd.Start())
	s.in, s.out = in, bufio.NewReaderSize(out, 1<<20)
	return s
}

func (s *server) stop() {
	must(s.in.Close())
	_, err := io.Copy(io.Discard, s.out)
	must(err)
	must(s.cmd.Wait())
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// request is one line with an id of its own.
func (s *server) request(method, params string) []byte {
	s.ids++
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s,%s}}`+"\n", s.ids, method, params, meta)
}

func (s *server) call(tool, args string) []byte {
	return s.request("tools/call", fmt.Sprintf(`"name":%q,"arguments":%s`, tool, args))
}

func (s *server) write(lines ...[]byte) {
	_, err := s.in.Write(slices.Concat(lines...))
	must(err)
}

// read reads n lines and returns the last one; an error ends the program.
func (s *server) read(n int) (line []byte) {
	for range n {
		var err error
		line, err = s.out.ReadSlice('\n')
		must(err)
		if bytes.Contains(line[:min(len(line), 80)], []byte(`"error"`)) {
			log.Fatalf("refused: %s", line)
		}
	}
	return line
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

func allocs(s *server, tool string) float64 {
	const calls, window = 6400, 64
	args := `{"text":"` + strings.Repeat("x", 1024) + `"}`
	mallocs := func() (n float64) {
		s.write(s.call("memstats", "{}"))
		_, text, _ := strings.Cut(string(s.read(1)), "mallocs=")
		n, err := strconv.ParseFloat(text[:strings.IndexByte(text, ' ')], 64)
		must(err)
		return n
	}
	run := func(n int) {
		for range n / window {
			batch := make([][]byte, window)
			for i := range batch {
				batch[i] = s.call(tool, args)
			}
			s.write(batch...)
			s.read(window)
		}
	}
	run(calls / 4)
	before := mallocs()
	run(calls)
	return (mallocs() - before) / calls
}

func fanout(s *server, listens int) float64 {
	for range listens {
		s.write(s.request("subscriptions/listen", `"notifications":{"toolsListChanged":true}`))
		s.read(1)
	}
	rates := make([]float64, 101)
	for i := range rates {
		change := s.call("touch_tools", "{}")
		from := time.Now()
		s.write(change)
		s.read(listens + 1) // and the answer
		rates[i] = float64(listens) / time.Since(from).Seconds()
	}
	return median(rates)
}

// parked calls are all read when an echo behind them is answered, and have all
// been started a moment later.
func parked(s *server, calls int) float64 {
	settled := func() float64 {
		s.write(s.call("echo", `{"text":"a"}`))
		s.read(1)
		time.Sleep(500 * time.Millisecond)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
		must(err)
		_, rss, _ := strings.Cut(string(status), "VmRSS:")
		kb, err := strconv.ParseFloat(strings.Fields(rss)[0], 64)
		must(err)
		return kb * 1024
	}
	idle := settled()
	for range calls {
		s.write(s.call("slow", `{"ms":60000}`))
	}
	return (settled() - idle) / float64(calls)
}

func slow(s *server, calls int) float64 {
	took := make([]float64, 10)
	for i := range took {
		batch := make([][]byte, calls)
		for j := range batch {
			batch[j] = s.call("slow", `{"ms":1}`)
		}
		from := time.Now()
		s.write(batch...)
		s.read(calls)
		took[i] = time.Since(from).Seconds() * 1000
	}
	return median(took[1:]) // the first is to warm up
}

func main() {
	if len(os.Args) < 5 || os.Args[3] != "--" {
		log.Fatal("usage: drive allocs|fanout|parked|slow WHAT -- SERVER…")
	}
	s := start(os.Args[4:])
	n, _ := strconv.Atoi(os.Args[2]) // 0 for a tool's name
	switch os.Args[1] {
	case "allocs":
		fmt.Println(allocs(s, os.Args[2]))
	case "fanout":
		fmt.Println(fanout(s, n))
	case "parked":
		fmt.Println(parked(s, n))
		s.cmd.Process.Kill() // they would wait for a minute
		return
	case "slow":
		fmt.Println(slow(s, n))
	}
	s.stop()
}
