package properties

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// relayWord in its arguments makes a process a relay to the socket behind it.
const relayWord = "eralock-properties-relay"

// Relay turns this process into a relay between its standard streams and a
// suite, if it was started as one, and does not return then. The server's
// command line that a client under test gets is the test binary itself, which
// gets here through [Client]. Only who calls [CheckClient] calls Relay, first
// thing in TestMain or main.
func Relay() {
	if len(os.Args) != 4 || os.Args[2] != relayWord { // as lobby.command has it
		return
	}
	conn, err := net.Dial("unix", os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, "properties:", err)
		os.Exit(1)
	}
	go func() {
		io.Copy(conn, os.Stdin)
		conn.(*net.UnixConn).CloseWrite()
	}()
	io.Copy(os.Stdout, conn)
	os.Exit(0)
}

// lobby is where the relays of one client connect to.
type lobby struct {
	h        *Host
	dir      string
	listener *net.UnixListener
	serving  sync.WaitGroup
}

func listenForRelays(h *Host) (*lobby, error) {
	dir, err := os.MkdirTemp("", "eralock")
	if err != nil {
		return nil, fmt.Errorf("properties: %w", err)
	}
	g := &lobby{h: h, dir: dir}
	g.listener, err = net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("properties: %w", err)
	}
	g.serving.Go(g.accept)
	return g, nil
}

func (g *lobby) accept() {
	for {
		conn, err := g.listener.AcceptUnix()
		if err != nil {
			return
		}
		g.serving.Go(func() { g.h.Serve(conn) })
	}
}

// command starts a relay: this program, which runs the test that asked for it.
func (g *lobby) command() []string {
	var pattern []string
	for _, part := range strings.Split(g.h.suite.test, "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return []string{self, "-test.run=" + strings.Join(pattern, "/"), relayWord, g.listener.Addr().String()}
}

func (g *lobby) close() {
	g.listener.Close()
	g.h.End()
	g.serving.Wait()
	os.RemoveAll(g.dir)
}
