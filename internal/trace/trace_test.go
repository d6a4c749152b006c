package trace

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRecorderKeepsOrderTimeAndBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRecorder()
		line := []byte("{}\n")
		require.Equal(t, 0, r.Sent(line))
		line[0] = 'x'
		time.Sleep(time.Second)
		require.Equal(t, 1, r.Received([]byte("[]")))
		require.Equal(t, 2, r.Mark("end of input"))
		want := []Record{
			{At: 0, Kind: Sent, Data: []byte("{}\n")},
			{At: time.Second, Kind: Received, Data: []byte("[]")},
			{At: time.Second, Kind: Mark, Note: "end of input"},
		}
		require.Empty(t, cmp.Diff(want, r.Records()))
		require.Equal(t, time.Second, r.Elapsed())
	})
}

func TestRecorderIsSafeForConcurrentUse(t *testing.T) {
	r := NewRecorder()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				r.Sent([]byte("x"))
				r.Records()
			}
		})
	}
	group.Wait()
	require.Len(t, r.Records(), 400)
}

func TestLines(t *testing.T) {
	records := []Record{
		{At: 1500 * time.Microsecond, Kind: Sent, Data: []byte("{\"a\":\"<é>\"}\n{}\n")},
		{At: 2 * time.Millisecond, Kind: Received, Data: []byte{0xff, 0xfe}},
		{At: Untimed, Kind: Mark, Note: "exit status 0"},
	}
	var buf bytes.Buffer
	require.NoError(t, WriteLines(&buf, records))
	require.Equal(t, strings.Join([]string{
		`{"ms":1.5,"sent":"{\"a\":\"<é>\"}\n{}\n"}`,
		`{"ms":2,"receivedBase64":"//4="}`,
		`{"mark":"exit status 0"}`,
		``,
	}, "\n"), buf.String())
	back, err := ReadLines(&buf)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(records, back))
}

func TestLinesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Record {
			r := Record{At: time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "us")) * time.Microsecond}
			if rapid.Bool().Draw(t, "untimed") {
				r.At = Untimed
			}
			if r.Kind = Kind(rapid.IntRange(0, 2).Draw(t, "kind")); r.Kind == Mark {
				r.Note = rapid.String().Draw(t, "note")
			} else {
				r.Data = append([]byte{}, rapid.SliceOf(rapid.Byte()).Draw(t, "data")...)
			}
			return r
		})).Draw(t, "records")
		var buf bytes.Buffer
		require.NoError(t, WriteLines(&buf, records))
		back, err := ReadLines(&buf)
		require.NoError(t, err)
		require.Len(t, back, len(records))
		for i := range records {
			require.Empty(t, cmp.Diff(records[i], back[i]))
		}
	})
}

func TestReadLinesRefusesWhatIsNoRecord(t *testing.T) {
	for _, text := range []string{
		`hello`, `{}`, `{"ms":1}`, `{"sent":"a","mark":"b"}`, `{"sent":1}`, `{"ms":-1,"mark":"x"}`, `{"ms":1e300,"mark":"x"}`, `{"sentBase64":"?"}`,
	} {
		_, err := ReadLines(strings.NewReader(`{"mark":"fine"}` + "\n\n" + text + "\n"))
		require.ErrorIs(t, err, ErrLine, text)
		require.ErrorContains(t, err, "line 3", text)
	}
}

func TestColumns(t *testing.T) {
	records := []Record{
		{At: 0, Kind: Sent, Data: []byte("first\nsecond\n")},
		{At: 1234 * time.Millisecond, Kind: Received, Data: []byte("an answer that is longer than its column is wide")},
		{At: Untimed, Kind: Mark, Note: "end"},
	}
	var buf bytes.Buffer
	require.NoError(t, Columns(&buf, records, Layout{Width: 60, Right: "they sent", Indent: "."}))
	require.Equal(t, strings.Join([]string{
		`.          we sent                 | they sent`,
		`.--------  ----------------------- | -----------------------`,
		`.0.000 s   > first                 |`,
		`.          + second                |`,
		`.1.234 s                           | < an answer that is lon`,
		`.                                  |   ger than its column i`,
		`.                                  |   s wide`,
		`.          -- end --`,
		``,
	}, "\n"), buf.String())
}

func TestColumnsCutAndShorten(t *testing.T) {
	long := []Record{{Kind: Received, Data: []byte("ENVELOPE" + strings.Repeat("x", 500) + "\x1b[31m\xff")}}
	var buf bytes.Buffer
	short := func(line []byte) []byte { return bytes.TrimPrefix(line, []byte("ENVELOPE")) }
	require.NoError(t, Columns(&buf, long, Layout{Rows: 2, Short: short}))
	require.Contains(t, buf.String(), "< xxx")
	require.Regexp(t, `xx … \d+ more\n$`, buf.String())
	require.Len(t, strings.Split(strings.TrimSpace(buf.String()), "\n"), 4)

	buf.Reset()
	require.NoError(t, Columns(&buf, long, Layout{Rows: -1}))
	require.NotContains(t, buf.String(), "\x1b", "nothing reaches the terminal that could move it")
	require.Equal(t, 2, strings.Count(buf.String(), "\uFFFD"))
	for _, line := range strings.Split(buf.String(), "\n") {
		require.LessOrEqual(t, len([]rune(line)), 120)
	}
}
