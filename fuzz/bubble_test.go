//go:build !gofuzz

package fuzz

import (
	"testing"
	"testing/synctest"
	"time"
)

// inBubble runs f where waiting costs nothing and time is exact.
func inBubble(t *testing.T, f func(*testing.T)) { synctest.Test(t, f) }

// moment is how long what takes a while takes.
const moment = time.Second / 2
