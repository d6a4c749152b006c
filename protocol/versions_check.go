package protocol

import (
	"fmt"
	"slices"
	"time"
)

// CheckVersions says what is wrong with a list of revisions to speak in an era,
// nil if nothing is: one that the era does not have, or one that is there
// twice. Legacy has the revisions of [LegacyVersions], and there will be no
// others. Modern has every date from [Version20260728] on, so that a program can
// be tried with a revision to come.
func CheckVersions(era Era, versions []string) error {
	for i, v := range versions {
		of, known := EraOf(v)
		switch {
		case known && of != era:
			return fmt.Errorf("%s is a %s version", v, of)
		case !known && era != Modern:
			return fmt.Errorf("%.40q is none of the legacy versions: %q", v, LegacyVersions())
		case !known && !isDate(v):
			return fmt.Errorf("%.40q is no version such as %s", v, LatestModern)
		case !known && v < Version20260728:
			return fmt.Errorf("%s is before %s, the first modern version", v, Version20260728)
		case slices.Contains(versions[:i], v):
			return fmt.Errorf("%s is there twice", v)
		}
	}
	return nil
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}
