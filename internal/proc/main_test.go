//go:build unix

package proc_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// modeVar makes the test binary play a child instead of running tests.
const modeVar = "PROC_TEST_CHILD"

func TestMain(m *testing.M) {
	if mode, ok := os.LookupEnv(modeVar); ok {
		os.Exit(child(mode))
	}
	goleak.VerifyTestMain(m)
}
