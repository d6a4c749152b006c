package main

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// Only who waits long is told why.
func TestSayIfLong(t *testing.T) {
	for wait, want := range map[time.Duration]string{longWait - 1: "", longWait + 1: "still nothing\n"} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			over := sayIfLong(&out, "still nothing")
			time.Sleep(wait)
			over()
			require.Equal(t, want, out.String())
		})
	}
}
