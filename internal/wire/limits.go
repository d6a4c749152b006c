package wire

import "math"

// The default limits.
const (
	// DefaultMaxLine is the longest line in bytes, 4 MiB, without its line end
	// and byte order mark.
	DefaultMaxLine = 4 << 20
	// DefaultMaxDepth is how many objects and arrays may be open at once.
	DefaultMaxDepth = 1000
	// MaxMaxDepth is the greatest limit of depth; a greater one counts as this.
	MaxMaxDepth = 10_000
	// MaxMaxLine is the same for lines: twice as many bytes can be counted still.
	MaxMaxLine = math.MaxInt / 4
)

// Limits bound what a peer can make us hold. Zero fields have their default.
type Limits struct {
	MaxLine  int // bytes, see DefaultMaxLine
	MaxDepth int // see DefaultMaxDepth
}

// OrDefault returns the limits that count.
func (l Limits) OrDefault() Limits {
	if l.MaxLine <= 0 {
		l.MaxLine = DefaultMaxLine
	}
	if l.MaxDepth <= 0 {
		l.MaxDepth = DefaultMaxDepth
	}
	l.MaxLine = min(l.MaxLine, MaxMaxLine)
	l.MaxDepth = min(l.MaxDepth, MaxMaxDepth)
	return l
}
