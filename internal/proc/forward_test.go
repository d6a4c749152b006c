//go:build unix

package proc

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// gate is a writer that takes one chunk for each token.
type gate struct {
	tokens chan struct{}
	mu     sync.Mutex
	got    strings.Builder
}

func (g *gate) Write(b []byte) (int, error) {
	<-g.tokens
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.got.Write(b)
}

func TestForwardDropsOnlyWhileTheWriterBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const patience = time.Second
		g := &gate{tokens: make(chan struct{})}
		f := newForward(g, patience)
		go f.run()
		began := time.Now()
		for range 1 + cap(f.queue) {
			f.offer([]byte("a"))
			synctest.Wait() // the first one is with the writer
		}
		require.Zero(t, time.Since(began), "there was room")
		f.offer([]byte("b"))
		require.Equal(t, patience, time.Since(began))
		f.offer([]byte("c"))
		require.Equal(t, patience, time.Since(began), "patience is lost once")

		g.tokens <- struct{}{}
		synctest.Wait()
		f.offer([]byte("d"))
		go func() {
			time.Sleep(patience / 2)
			g.tokens <- struct{}{}
		}()
		f.offer([]byte("e"))
		require.Equal(t, patience+patience/2, time.Since(began), "a slow writer is waited for")

		close(f.hurry)
		f.offer([]byte("f"))
		require.Equal(t, patience+patience/2, time.Since(began), "no waiting at the end")
		f.close()
		close(g.tokens)
		<-f.done
		require.Equal(t, strings.Repeat("a", 1+cap(f.queue))+"de", g.got.String())
	})
}
