package wire

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A connection starts open: a case whose first line has a refusal of its class
// expects an answer with that code first, and a case that expects none is
// refused nothing.
func TestFirstLinesOfTheCases(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", "cases", "server.jsonl"))
	if err != nil {
		t.Skip("the case files are not here: ", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	refused := 0
	for lines.Scan() {
		var c struct {
			ID       string
			Fixture  map[string]any
			FramesIn []any `json:"frames_in"`
			Expected struct {
				Out []struct {
					Error       *struct{ Code int }
					NullIDError []int `json:"$null_id_error"`
				}
			}
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		first, ok := c.FramesIn[0].(string)
		if !ok || len(c.Expected.Out) == 0 {
			continue
		}
		config := testConfig()
		if versions, ok := c.Fixture["modern_versions"].(string); ok {
			config.Modern = strings.Split(versions, ",")
		}
		f := parse(first)
		class, refusal := Classify(f, config)
		if refusal.Message == "" {
			continue
		}
		refused++
		if out := c.Expected.Out[0]; out.NullIDError != nil {
			require.Nil(t, f.AnswerID(), c.ID)
			require.Contains(t, out.NullIDError, refusal.Code, c.ID)
		} else {
			require.NotNil(t, out.Error, "%s: %s", c.ID, class)
			require.Equal(t, out.Error.Code, refusal.Code, c.ID)
		}
	}
	require.NoError(t, lines.Err())
	require.GreaterOrEqual(t, refused, 15)
}
