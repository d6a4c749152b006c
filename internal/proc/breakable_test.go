//go:build unix

package proc

import (
	"context"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// An interruption ends the read that waits, or the next one, and loses nothing.
func TestInterrupt(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	b := NewBreakable(r)
	buf := make([]byte, 8)
	for range 100 {
		go b.Interrupt()
		_, err := b.Read(buf)
		require.ErrorIs(t, err, ErrInterrupted)
		w.WriteString("abc")
		for n := 0; n < 3; { // an interruption may come in two steps
			m, err := b.Read(buf[n:])
			require.NoError(t, err)
			n += m
		}
		require.Equal(t, "abc", string(buf[:3]))
	}
	w.Close()
	_, err = b.Read(buf)
	require.ErrorIs(t, err, io.EOF)

	file, err := os.Open(os.Args[0])
	require.NoError(t, err)
	defer file.Close()
	require.Nil(t, NewBreakable(file), "a plain file takes no deadline")
}

// So it does through the output of a child that lives: the pipe is not taken over.
func TestInterruptOfAnOutput(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	o := newOutput(r)
	defer o.Close()
	buf := make([]byte, 8)
	for range 100 {
		go o.Interrupt()
		_, err := o.Read(buf)
		require.ErrorIs(t, err, ErrInterrupted)
		w.WriteString("abc")
		n, err := o.Read(buf)
		for err == ErrInterrupted { // it may come in two steps
			n, err = o.Read(buf)
		}
		require.NoError(t, err)
		require.Equal(t, "abc", string(buf[:n]))
	}
	require.False(t, o.isTaken())
}

// The pipe is taken over while its reader is interrupted, again and again: the
// reader gets everything that was written, and each interruption it is due.
func TestInterruptWhileThePipeIsTakenOver(t *testing.T) {
	for range 50 {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		o := newOutput(r)
		got := make(chan string)
		interrupted := make(chan struct{}, 1)
		go func() {
			all, buf := "", make([]byte, 4)
			for {
				n, err := o.Read(buf)
				all += string(buf[:n])
				switch err {
				case nil:
				case ErrInterrupted:
					select {
					case interrupted <- struct{}{}:
					default:
					}
				default:
					require.ErrorIs(t, err, io.EOF)
					got <- all
					return
				}
			}
		}()
		done := make(chan struct{})
		go func() {
			defer close(done)
			o.keep(context.Background())
			o.finish()
		}()
		for range 10 {
			o.Interrupt()
			<-interrupted
			w.WriteString("0123456789")
		}
		w.Close()
		require.Len(t, <-got, 100)
		<-done
	}
}

// What does not fit is not waited for.
func TestTryWrite(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	e := NewEager(w)
	n, err := e.TryWrite([]byte("abc"))
	require.NoError(t, err)
	require.Equal(t, 3, n)
	much := make([]byte, 4<<20)
	n, err = e.TryWrite(much)
	require.NoError(t, err)
	require.Less(t, n, len(much))
	n, err = e.TryWrite(much)
	require.NoError(t, err)
	require.Zero(t, n, "the pipe is full")
	r.Close()
	_, err = e.TryWrite(much)
	require.Error(t, err)
	w.Close()
	_, err = e.TryWrite(much)
	require.Error(t, err)
}
