//go:build unix

package proc

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTailKeepsTheLastBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		size := rng.IntN(40)
		tail, all := newTail(size), []byte{}
		for range 30 {
			b := make([]byte, rng.IntN(100)*rng.IntN(2)+rng.IntN(8))
			for i := range b {
				b[i] = byte(rng.Uint32())
			}
			tail.add(b)
			all = append(all, b...)
			require.True(t, bytes.Equal(all[max(0, len(all)-size):], tail.bytes()))
			require.LessOrEqual(t, cap(tail.buf), max(4*size, 64), "memory")
		}
	}
}

func TestDefaults(t *testing.T) {
	require.Equal(t, Options{TailBytes: 65536, Linger: time.Second, Patience: time.Second}, Options{}.withDefaults())
	require.Equal(t, 2*time.Second, grace(0))
	require.Equal(t, time.Duration(0), grace(-1))
	require.Equal(t, time.Duration(5), grace(5))
}

func TestStepsOnlyGoUpAndEndWithTheExit(t *testing.T) {
	var p Proc
	p.advance(ByKill)
	p.advance(ByTerm)
	require.Equal(t, ByKill, p.how())

	p = Proc{}
	p.advance(ByStdin)
	p.freeze()
	p.advance(ByKill)
	require.Equal(t, ByStdin, p.how())
}
