package model

import (
	"sync"
	"sync/atomic"
)

const (
	blockSize = 1 << 14 // nodes that are expanded before what they found is numbered
	chunkSize = 1 << 8  // of them, what a worker takes at a time
)

// chunk is a piece of a block and what was found from it, in order.
type chunk[W comparable, M any] struct {
	from, to int
	found    []candidate[W, M]
	edges    int
	flaw     *flaw[M]
}

type candidate[W comparable, M any] struct {
	node[W, M]
	hash uint64
}

// block expands the nodes from at to to, then numbers what they found in the
// order of the nodes and of their moves. While workers run nothing is written
// that another could read.
func (s *search[W, M]) block(workers []expand[W, M], at, to int) {
	var chunks []chunk[W, M]
	for ; at < to; at += chunkSize {
		chunks = append(chunks, chunk[W, M]{from: at, to: min(at+chunkSize, to)})
	}
	if len(chunks) == 1 || len(workers) == 1 {
		for i := range chunks {
			if s.expandChunk(workers[0], &chunks[i]); chunks[i].flaw != nil {
				break
			}
		}
	} else {
		s.share(workers, chunks)
	}
	for i := range chunks {
		c := &chunks[i]
		for k := range c.found {
			s.add(c.found[k].node, c.found[k].hash)
		}
		s.edges += c.edges
		if c.flaw != nil {
			s.flaw = c.flaw
			return
		}
	}
}

// share lets the workers take the chunks in order. What lies behind a chunk
// with a flaw need not be looked at.
func (s *search[W, M]) share(workers []expand[W, M], chunks []chunk[W, M]) {
	var next, end atomic.Int64
	end.Store(int64(len(chunks)))
	var wait sync.WaitGroup
	for _, work := range workers {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < end.Load(); i = next.Add(1) - 1 {
				if s.expandChunk(work, &chunks[i]); chunks[i].flaw != nil {
					for e := end.Load(); i+1 < e && !end.CompareAndSwap(e, i+1); e = end.Load() {
					}
				}
			}
		})
	}
	wait.Wait()
}

func (s *search[W, M]) expandChunk(work expand[W, M], c *chunk[W, M]) {
	for i := c.from; i < c.to; i++ {
		at := int32(i)
		edges, broken := work(&s.nodes[i].world, func(m M, w W) {
			h := s.seen.hash(w)
			if s.lookUp(&w, h) < 0 {
				c.found = append(c.found, candidate[W, M]{node[W, M]{w, m, at}, h})
			}
		})
		c.edges += edges
		if broken != nil {
			broken.node = at
			c.flaw = broken
			return
		}
	}
}
