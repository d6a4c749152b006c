package wire

import "iter"

// Elements ranges over the raw elements of a line that Classify called a batch.
func Elements(line []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var q quick
		q.start(line, false, MaxMaxDepth)
		q.lax = true // each element is judged on its own
		if q.peek() != '[' {
			return
		}
		q.i++
		for q.peek() != ']' {
			s, err := q.value()
			if err != nil || !yield(line[s.from:s.to:s.to]) {
				return
			}
			if q.peek() == ',' {
				q.i++
			}
		}
	}
}
