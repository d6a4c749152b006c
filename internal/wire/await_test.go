package wire

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var errPassing = errors.New("passing")

// A stutterer gives out its text in pieces, with passing errors in between.
type stutterer struct {
	*rapid.T
	text string
}

func (s *stutterer) Read(b []byte) (int, error) {
	switch {
	case rapid.Bool().Draw(s.T, "passing"):
		return 0, errPassing
	case s.text == "":
		return 0, io.EOF
	}
	n := copy(b, s.text[:rapid.IntRange(1, len(s.text)).Draw(s.T, "n")])
	s.text = s.text[n:]
	return n, nil
}

// Passing errors lose nothing, wherever they come, and the lines that were
// promised stay until the next Await.
func TestAwait(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, want := "", []string{}
		for i := range rapid.IntRange(0, 20).Draw(t, "lines") {
			want = append(want, fmt.Sprintf("line %d", i))
			text += want[i] + "\n"
		}
		r := NewReader(&stutterer{t, text}, Limits{})
		var got []string
		for {
			if err := r.Await(func(err error) bool { return err == errPassing }); err != nil {
				require.ErrorIs(t, err, errPassing)
				continue
			}
			var lines []Line
			var err error
			for first := true; first || r.HasLine(); first = false {
				var l Line
				if l, err = r.Next(); err == nil {
					lines = append(lines, l)
				}
			}
			for _, l := range lines {
				got = append(got, string(l.Text))
			}
			if err != nil {
				require.ErrorIs(t, err, io.EOF)
				break
			}
		}
		require.Equal(t, want, append([]string{}, got...))
	})
}
