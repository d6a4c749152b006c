package eralock

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeCompiles: the Go in README.md is what a newcomer copies. Each block
// is built as a package of its own, with the imports that it names.
func TestReadmeCompiles(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	require.NotEmpty(t, blocks)
	root, err := filepath.Abs(".")
	require.NoError(t, err)
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	args := []string{"build", "-overlay", filepath.Join(t.TempDir(), "overlay.json")}
	for i, b := range blocks {
		name := fmt.Sprintf("readme%d", i)
		source := filepath.Join(t.TempDir(), name+".go")
		require.NoError(t, os.WriteFile(source, []byte(whole(name, string(b[1]))), 0o644))
		overlay.Replace[filepath.Join(root, name, "x.go")] = source
		args = append(args, "./"+name)
	}
	written, err := json.Marshal(overlay)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(args[2], written, 0o644))
	out, err := exec.Command("go", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// whole makes a file of what README shows.
func whole(name, block string) string {
	if !strings.Contains(block, "func Test") && !strings.Contains(block, "func main") {
		block = "func run(ctx context.Context) error {\n" + block + "}\n"
	}
	var imports strings.Builder
	for _, path := range []string{"context", "fmt", "log", "testing", "time"} {
		use(&imports, block, path, path)
	}
	for _, path := range []string{"client", "properties", "protocol", "server"} {
		use(&imports, block, path, "github.com/eralock/eralock/"+path)
	}
	return "package " + name + "\n" + imports.String() + "\n" + block
}

func use(imports *strings.Builder, block, name, path string) {
	if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(block) {
		fmt.Fprintf(imports, "import %q\n", path)
	}
}
