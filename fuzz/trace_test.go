package fuzz

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/trace"
)

// FuzzTrace: the trace reader takes one record from each line or names the line
// that is none; what it has read is written and read back as it was; and the
// picture of it moves no terminal and keeps to its columns.
func FuzzTrace(f *testing.F) {
	for _, s := range traces() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := trace.ReadLines(bytes.NewReader(data))
		lines := slices.DeleteFunc(bytes.Split(data, []byte("\n")), func(l []byte) bool { return len(bytes.TrimSuffix(l, []byte("\r"))) == 0 })
		if err != nil {
			require.ErrorIs(t, err, trace.ErrLine)
			require.Empty(t, records, "no half of a trace")
			require.NotEmpty(t, lines)
			return
		}
		require.Len(t, records, len(lines), "one record a line")
		var written bytes.Buffer
		require.NoError(t, trace.WriteLines(&written, records))
		text := written.String()
		again, err := trace.ReadLines(&written)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(records, again))
		written.Reset()
		require.NoError(t, trace.WriteLines(&written, again))
		require.Equal(t, text, written.String())
		checkPicture(t, records)
	})
}

const pictureWidth = 60

func checkPicture(t *testing.T, records []trace.Record) {
	var picture bytes.Buffer
	require.NoError(t, trace.Columns(&picture, records, trace.Layout{Width: pictureWidth}))
	require.True(t, utf8.Valid(picture.Bytes()))
	rows := strings.Split(strings.TrimSuffix(picture.String(), "\n"), "\n")
	require.GreaterOrEqual(t, len(rows), len(records)+2, "each record fills a row")
	for _, row := range rows {
		require.False(t, strings.ContainsFunc(row, func(r rune) bool { return !unicode.IsPrint(r) }), "%q", row)
		marked := strings.Contains(row, "-- ") // a note is as long as it is
		require.True(t, marked || utf8.RuneCountInString(row) <= pictureWidth, "%q", row)
	}
}

// traces are written by the writer itself, and by hand.
func traces() (all [][]byte) {
	var every []trace.Record
	for i, line := range typedFrames() {
		every = append(every, trace.Record{At: trace.Untimed, Kind: trace.Kind(i % 2), Data: bytes.TrimSuffix(line, []byte("\n"))})
	}
	every = append(every, trace.Record{At: 1500e3, Kind: trace.Mark, Note: "end of input"}, trace.Record{Kind: trace.Sent, Data: []byte("{}\n\xff\n")})
	var b bytes.Buffer
	if err := trace.WriteLines(&b, every); err != nil {
		panic(errors.Join(errors.New("a seed"), err))
	}
	return append(all, b.Bytes(), []byte(`{"ms":1.5,"sent":"{}\n"}`+"\r\n\n"+`{"mark":""}`), []byte(`{"sentBase64":"//4=","ms":1e300}`), []byte(`{"ms":0,"receivedBase64":""}`),
		[]byte(`{"mark":"a","mark":"b\u001b[31m","SENT":null}`))
}
