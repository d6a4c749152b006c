//go:build gofuzz

package fuzz

import (
	"testing"
	"time"
)

// inBubble runs f in real time: the fuzz engines of others bring a testing.T of
// their own, which testing/synctest does not know.
func inBubble(t *testing.T, f func(*testing.T)) { f(t) }

// moment is short, since somebody really waits.
const moment = time.Millisecond
