package properties_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/properties"
)

// A module that knows nothing but the documentation: it is written to a folder
// of its own, built and tested there. Its client is a program, so that the test
// binary of a stranger has to be the relay.
func TestStrangersModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	_, requires, _ := strings.Cut(string(mod), "\n")
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("go.mod", "module example.com/stranger\n"+requires+
		"\nrequire github.com/eralock/eralock v0.0.0\nreplace github.com/eralock/eralock => "+root+"\n")
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write("go.sum", string(sum))
	for name, text := range strangers {
		write(name, text)
	}
	cmd := exec.Command("go", "test", "-mod=mod", "-count=1", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

var strangers = map[string]string{
	"server/main.go": `package main

import (
	"context"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func main() {
	s := server.New(protocol.Implementation{Name: "stranger", Version: "1"})
	server.AddTool(s, protocol.Tool{Name: "hello"}, func(context.Context, *server.Request, struct{}) (string, error) { return "hello", nil })
	s.Serve(context.Background(), server.Stdio())
}
`,
	"client/main.go": `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/eralock/eralock/client"
)

func main() {
	ctx := context.Background()
	c, err := client.Connect(ctx, client.Command(os.Args[1], os.Args[2:]...))
	if err != nil {
		os.Exit(1)
	}
	defer c.Close()
	for tool, err := range c.Tools(ctx) {
		if err != nil {
			return
		}
		if res, err := c.CallTool(ctx, tool.Name, nil); err != nil {
			fmt.Println(tool.Name, "error")
		} else {
			fmt.Println(tool.Name, "ok", res.Content[0].Text)
		}
	}
}
`,
	"my_test.go": `package stranger

import (
	"os/exec"
	"testing"
	"time"

	"github.com/eralock/eralock/properties"
)

func build(t *testing.T, name string) string {
	path := t.TempDir() + "/" + name
	if out, err := exec.Command("go", "build", "-mod=mod", "-o", path, "./"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

func TestServer(t *testing.T) {
	properties.Server(t, properties.Command(build(t, "server")), properties.Within(2*time.Second))
}

func TestClient(t *testing.T) {
	properties.Relay() // nothing above it is wanted in a relay
	properties.Client(t, properties.ClientCommand(build(t, "client")), properties.Within(2*time.Second))
}
`,
}

// The go-sdk server as a process: what it is known to break is found, and
// nothing else is claimed.
func TestGoSDKServer(t *testing.T) {
	source := filepath.Join("..", "..", "shared", "peers", "go", "gosdk")
	if _, err := os.Stat(source); err != nil {
		t.Skip("needs ../shared")
	}
	bin := filepath.Join(t.TempDir(), "gosdk-server")
	out, err := exec.Command("go", "build", "-C", source, "-o", bin, "./server").CombinedOutput()
	require.NoError(t, err, "%s", out)
	check := func(only ...properties.Option) (found []string, r *properties.Report) {
		r = properties.CheckServer(properties.Command(bin), append(only, properties.SlowTool("slow", `{"ms":1000}`),
			properties.ProgressTool("progress", "{}"), properties.ChangeTool("add_tool", "{}"), properties.Within(time.Hour))...)
		for i := range r.Failures {
			found = append(found, r.Failures[i].Property)
			t.Logf("%s: %v", r.Failures[i].Property, r.Failures[i].Err)
		}
		return found, r
	}
	known := []string{"envelopes", "silence of a listen", "silence of a call", "silence", "silence of odd ids"}
	found, r := check()
	require.Subset(t, known, found, "nothing else is claimed")
	require.Contains(t, found, "envelopes")
	require.Contains(t, r.Failed("envelopes").Err.Error(), "S-VER-1")
	for _, name := range known {
		for tries := 0; !slices.Contains(found, name); tries++ {
			// It says too much after a cancel, but a busy machine may end it before it
			// does, or the call before its cancel.
			require.Less(t, tries, 10, "%s is not found", name)
			found, _ = check(properties.Only(name))
		}
	}
}
