//go:build !race

package properties

// raced: the race detector is on. What only counts what a generator reaches is
// left out then: it is slow, and has no goroutines to race.
const raced = false
