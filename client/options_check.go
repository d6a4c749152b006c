package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/protocol"
)

// positive refuses the value of an option that is not more than zero.
func positive[T int | time.Duration](option string, v T) error {
	if v <= 0 {
		return fmt.Errorf("%w: %s must be positive, not %v", ErrArgument, option, v)
	}
	return nil
}

// notNegative refuses the value of an option that is less than zero.
func notNegative[T int | time.Duration](option string, v T) error {
	if v < 0 {
		return fmt.Errorf("%w: %s must not be negative, not %v", ErrArgument, option, v)
	}
	return nil
}

// checkVersions refuses a list of versions that cannot be spoken in the era;
// instead is the mode for none.
func checkVersions(era protocol.Era, option, instead string, versions []string) error {
	if len(versions) == 0 {
		return fmt.Errorf("%w: %s needs a version; use Mode(%s) for none", ErrArgument, option, instead)
	}
	if err := protocol.CheckVersions(era, versions); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrArgument, option, err)
	}
	return nil
}
