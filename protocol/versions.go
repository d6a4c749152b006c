package protocol

// The revisions of the specification that this module speaks.
const (
	Version20260728 = "2026-07-28"
	Version20251125 = "2025-11-25"
	Version20250618 = "2025-06-18"
	Version20250326 = "2025-03-26"
	Version20241105 = "2024-11-05"

	// LatestModern is what a client probes with.
	LatestModern = Version20260728
	// LatestLegacy is what a client initializes with, and what a server offers
	// to a client that asks for a version it does not serve (decisions E11).
	LatestLegacy = Version20251125

	// UnknownVersion stands for the requested version in a -32022 whose request
	// named none (decisions E9).
	UnknownVersion = "unknown"
)

// ModernVersions returns the modern revisions, newest first. The slice is the
// caller's.
func ModernVersions() []string { return []string{Version20260728} }

// LegacyVersions returns the legacy revisions, newest first. The slice is the
// caller's.
func LegacyVersions() []string {
	return []string{Version20251125, Version20250618, Version20250326, Version20241105}
}

// An Era is one of the two ways in which a connection can work.
type Era uint8

const (
	// Legacy connections are opened by initialize; what was negotiated holds
	// until they end.
	Legacy Era = iota + 1
	// Modern requests carry version and capabilities themselves; nothing is
	// remembered from one to the next.
	Modern
)

// String returns "legacy" or "modern", and "none" for the zero Era.
func (e Era) String() string {
	switch e {
	case Legacy:
		return "legacy"
	case Modern:
		return "modern"
	}
	return "none"
}

// EraOf returns the era of a revision, and false for a version that is none of
// the revisions above.
func EraOf(version string) (Era, bool) {
	switch version {
	case Version20260728:
		return Modern, true
	case Version20251125, Version20250618, Version20250326, Version20241105:
		return Legacy, true
	}
	return 0, false
}

// HasBatches reports whether a line may hold a JSON-RPC batch (ladder row 5).
func HasBatches(version string) bool { return version == Version20250326 }

// ErrorsNeedID reports whether the schema of the version demands an id in every
// error, so that an error without one is not written (decisions A2, A3).
func ErrorsNeedID(version string) bool {
	switch version {
	case Version20250618, Version20250326, Version20241105:
		return true
	}
	return false
}

// HasStructuredContent reports whether tools may have an output schema and
// results structured content (decisions A7).
func HasStructuredContent(version string) bool {
	switch version {
	case Version20260728, Version20251125, Version20250618:
		return true
	}
	return false
}

// StructuredContentIsObject reports whether structured content, where the
// version has it, must be an object. Modern versions take any JSON value.
func StructuredContentIsObject(version string) bool {
	era, _ := EraOf(version)
	return era == Legacy
}
