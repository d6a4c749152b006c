package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// readAll copies what r delivers until it fails.
func readAll(r *Reader) (lines []Line, err error) {
	for {
		line, err := r.Next()
		if err != nil {
			return lines, err
		}
		line.Text = bytes.Clone(line.Text)
		lines = append(lines, line)
	}
}

func texts(lines ...string) (want []Line) {
	for _, line := range lines {
		want = append(want, Line{Text: []byte(line)})
	}
	return want
}

func TestLines(t *testing.T) {
	for name, test := range map[string]struct {
		in   string
		want []Line
	}{
		"none":                        {"", nil},
		"one":                         {"a\n", texts("a")},
		"the last one ended by EOF":   {"a\nb", texts("a", "b")},
		"CR before LF":                {"a\r\nb\r", texts("a", "b")},
		"only one CR":                 {"a\r\r\n", texts("a\r")},
		"CR elsewhere":                {"a\rb\n", texts("a\rb")},
		"byte order mark":             {"\uFEFFa\n\uFEFFb", texts("a", "b")},
		"only one byte order mark":    {"\uFEFF\uFEFFa\n", texts("\uFEFFa")},
		"byte order mark elsewhere":   {"a\uFEFF\n", texts("a\uFEFF")},
		"blank ones":                  {"\n \t\r\n\n", texts("", " \t", "")},
		"as long as the limit":        {"0123456789\n", texts("0123456789")},
		"as long, with ornament":      {"\uFEFF0123456789\r\n", texts("0123456789")},
		"too long by one":             {"01234567890\na\n", append([]Line{{Long: true}}, texts("a")...)},
		"too long, and ended by EOF":  {strings.Repeat("x", 200_000), []Line{{Long: true}}},
		"too long, over many buffers": {strings.Repeat("x", 200_000) + "\r\na\n", append([]Line{{Long: true}}, texts("a")...)},
		"too long, with an id":        {`{"a":"0123456789","id":7}` + "\n", []Line{{Long: true, ID: []byte("7")}}},
		"the same at EOF":             {"\uFEFF" + `{"a":"0123456789","id":7}`, []Line{{Long: true, ID: []byte("7")}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readAll(NewReader(strings.NewReader(test.in), Limits{MaxLine: 10}))
			require.Equal(t, io.EOF, err)
			require.Empty(t, cmp.Diff(test.want, got))
			got, _ = readAll(NewReader(iotest.OneByteReader(strings.NewReader(test.in)), Limits{MaxLine: 10}))
			require.Empty(t, cmp.Diff(test.want, got))
		})
	}
}

func TestDefaultLimit(t *testing.T) {
	in := strings.Repeat("x", DefaultMaxLine) + "\n" + strings.Repeat("x", DefaultMaxLine+1) + "\nnext\n"
	got, err := readAll(NewReader(strings.NewReader(in), Limits{}))
	require.Equal(t, io.EOF, err)
	require.Len(t, got, 3)
	require.Len(t, got[0].Text, DefaultMaxLine)
	require.True(t, got[1].Long)
	require.Equal(t, "next", string(got[2].Text))
}

func TestLongLinesNeedBoundedMemory(t *testing.T) {
	r := NewReader(io.MultiReader(&zeros{left: 64 << 20}, strings.NewReader("\nnext\n")), Limits{MaxLine: 100_000})
	line, err := r.Next()
	require.NoError(t, err)
	require.True(t, line.Long)
	require.LessOrEqual(t, len(r.buf), 300_000)
	line, err = r.Next()
	require.NoError(t, err)
	require.Equal(t, "next", string(line.Text))
}

func TestBigBufferIsGivenUp(t *testing.T) {
	in := strings.Repeat("x", 3<<20) + "\na\nb\n"
	r := NewReader(strings.NewReader(in), Limits{})
	got, _ := readAll(r)
	require.Len(t, got, 3)
	r = NewReader(io.MultiReader(strings.NewReader(in), strings.NewReader("c\n")), Limits{})
	_, _ = readAll(r)
	require.Len(t, r.buf, readSize)
}

// zeros is an endless line of left bytes.
type zeros struct{ left int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), z.left)
	clear(p[:n])
	z.left -= n
	return n, nil
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		in   io.Reader
		want []Line
		err  error
	}{
		"the part of a line is lost":  {io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), texts("a"), broken},
		"also of a long one":          {io.MultiReader(strings.NewReader(strings.Repeat("b", 100)), iotest.ErrReader(broken)), nil, broken},
		"data comes with the end":     {iotest.DataErrReader(strings.NewReader("a\nb")), texts("a", "b"), io.EOF},
		"a long line with the end":    {iotest.DataErrReader(strings.NewReader(strings.Repeat("b", 100))), []Line{{Long: true}}, io.EOF},
		"a reader that never returns": {idle{}, nil, io.ErrNoProgress},
	} {
		t.Run(name, func(t *testing.T) {
			r := NewReader(test.in, Limits{MaxLine: 10})
			got, err := readAll(r)
			require.ErrorIs(t, err, test.err)
			require.Empty(t, cmp.Diff(test.want, got))
			_, err = r.Next()
			require.ErrorIs(t, err, test.err, "it stays so")
		})
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestHasLine(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader("a\n\nb\nc"), strings.NewReader("d\n")), Limits{})
	require.False(t, r.HasLine(), "nothing is read yet")
	for i, want := range []bool{true, true, false, false} {
		_, err := r.Next()
		require.NoError(t, err)
		require.Equal(t, want, r.HasLine(), "after line %d", i)
		require.Equal(t, want, r.HasLine(), "asking changes nothing")
	}
}

func TestDetachLeavesTheLineAlone(t *testing.T) {
	var in strings.Builder
	for i := range 600 {
		fmt.Fprintf(&in, "line %d %s\n", i, strings.Repeat("x", i*7%997))
	}
	r := NewReader(iotest.HalfReader(strings.NewReader(in.String())), Limits{})
	var kept []Line
	for i := 0; ; i++ {
		line, err := r.Next()
		if err != nil {
			break
		}
		if i%3 == 0 {
			r.HasLine()
			r.Detach()
		} else {
			line.Text = bytes.Clone(line.Text)
		}
		kept = append(kept, line)
	}
	want := strings.Split(strings.TrimSuffix(in.String(), "\n"), "\n")
	require.Empty(t, cmp.Diff(texts(want...), kept))
}

// However the bytes arrive, the lines are the same.
func TestLinesDoNotDependOnReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\n", "\r\n", "\r", "\uFEFF", "\xEF\xBB", " ", "a", `{"id":1,"x":"`, `"}`, `{"id":"\u0061"}`, strings.Repeat("y", 50)})
		in := strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "")
		limits := Limits{MaxLine: rapid.IntRange(1, 60).Draw(t, "limit")}
		want, _ := readAll(NewReader(strings.NewReader(in), limits))
		for cut := range len(in) + 1 {
			parts := io.MultiReader(strings.NewReader(in[:cut]), strings.NewReader(in[cut:]))
			got, err := readAll(NewReader(parts, limits))
			if diff := cmp.Diff(want, got); diff != "" || err != io.EOF {
				t.Fatalf("cut at %d: %v\n%s", cut, err, diff)
			}
		}
		joined := []string{}
		for _, line := range strings.Split(in, "\n") {
			line = strings.TrimPrefix(strings.TrimSuffix(line, "\r"), "\uFEFF")
			if len(line) > limits.MaxLine {
				line = "long"
			}
			joined = append(joined, line)
		}
		if strings.HasSuffix(in, "\n") || in == "" {
			joined = joined[:len(joined)-1]
		}
		got := []string{}
		for _, line := range want {
			if line.Long {
				line.Text = []byte("long")
			}
			got = append(got, string(line.Text))
		}
		if diff := cmp.Diff(joined, got); diff != "" {
			t.Fatal(diff)
		}
	})
}
