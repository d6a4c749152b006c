//go:build unix

package proc_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

func flooded() string {
	return strings.Repeat(floodLine, floodSize/len(floodLine)) + "the end"
}

func last(s string, n int) string { return s[len(s)-n:] }

func TestStderrIsDrainedWithoutWriter(t *testing.T) {
	r := start(t, "flood", proc.Options{Linger: patient, Patience: patient})
	require.Equal(t, "done\n", r.line())
	require.Equal(t, proc.ByStdin, r.stop(proc.Graces{Stdin: patient}))
	require.Equal(t, last(flooded(), 64<<10), string(r.Tail()))
}

// logWriter collects what it gets, or fails, until it sees the end of the flood.
type logWriter struct {
	err   error
	all   strings.Builder
	calls int
	seen  chan struct{}
}

func (w *logWriter) Write(b []byte) (int, error) {
	w.calls++
	w.all.Write(b)
	if bytes.HasSuffix(b, []byte("the end")) {
		close(w.seen)
	}
	return len(b), w.err
}

func TestStderrIsForwarded(t *testing.T) {
	log := &logWriter{seen: make(chan struct{})}
	r := start(t, "flood", proc.Options{Stderr: log, TailBytes: 100, Linger: patient, Patience: patient})
	require.Equal(t, "done\n", r.line())
	require.Equal(t, proc.ByStdin, r.stop(proc.Graces{Stdin: patient}))
	wait(t, log.seen, "the end of the log")
	require.True(t, flooded() == log.all.String(), "got %d bytes", log.all.Len())
	require.Equal(t, last(flooded(), 100), string(r.Tail()))
}

func TestFailingWriterStopsNothing(t *testing.T) {
	log := &logWriter{err: errors.New("disk full"), seen: make(chan struct{})}
	r := start(t, "flood", proc.Options{Stderr: log, Linger: patient, Patience: patient})
	require.Equal(t, "done\n", r.line())
	require.Equal(t, proc.ByStdin, r.stop(proc.Graces{Stdin: patient}))
	wait(t, log.seen, "the end of the log")
	require.Greater(t, log.calls, 1, "a writer may recover")
	require.Equal(t, last(flooded(), 64<<10), string(r.Tail()))
}

type blockedWriter chan struct{}

func (w blockedWriter) Write(b []byte) (int, error) {
	<-w
	return len(b), nil
}

func TestBlockedWriterStopsNothing(t *testing.T) {
	writer := make(blockedWriter)
	defer close(writer)
	r := start(t, "flood", proc.Options{Stderr: writer, Linger: patient, Patience: 10 * time.Millisecond})
	require.Equal(t, "done\n", r.line())
	require.Equal(t, proc.ByStdin, r.stop(proc.Graces{Stdin: patient}))
	require.Equal(t, last(flooded(), 64<<10), string(r.Tail()))
}

func TestNoTail(t *testing.T) {
	r := start(t, "flood", proc.Options{TailBytes: -1, Stderr: io.Discard})
	require.Equal(t, "done\n", r.line())
	require.Empty(t, r.Tail())
}
