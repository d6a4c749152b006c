package serve

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What is cut out of an array leaves the array of the others, or nothing.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		array, left := []byte(nil), []string(nil)
		var parts []part
		for i, answer := range rapid.SliceOfN(rapid.StringMatching(`\{"a":[\[\],]{0,9}\}`), 1, 9).Draw(t, "answers") {
			from := len(array)
			array = append(append(array, "[,"[min(i, 1)]), answer...)
			if rapid.Bool().Draw(t, "cut") {
				parts = append(parts, part{from: from, to: len(array)})
			} else {
				left = append(left, answer)
			}
		}
		want := ""
		if left != nil {
			want = "[" + strings.Join(left, ",") + "]\n"
		}
		require.Equal(t, want, string(cut(append(array, "]\n"...), parts)))
	})
}
