// greet: answers the handshake of a client, of either era, and becomes the
// command that it is given: a server that can do nothing but echo can be
// measured with a real client then. It reads byte by byte, so that nothing
// meant for the command is lost.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

const (
	discovered  = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"floor","version":"0"}}}`
	initialized = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"floor","version":"0"}}`
)

func main() {
	var line []byte
	for b := make([]byte, 1); !bytes.HasSuffix(line, []byte("\n")); line = append(line, b...) {
		if n, err := os.Stdin.Read(b); n == 0 || err != nil {
			return
		}
	}
	_, rest, _ := bytes.Cut(line, []byte(`"id":`))
	id := rest[:bytes.IndexAny(rest, ",}")]
	result := initialized
	if bytes.Contains(line, []byte(`"server/discover"`)) {
		result = discovered
	}
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id, result)
	path, err := exec.LookPath(os.Args[1])
	if err == nil {
		err = syscall.Exec(path, os.Args[1:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, "greet:", err)
	os.Exit(1)
}
