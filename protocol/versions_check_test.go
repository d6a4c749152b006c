package protocol_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

func TestCheckVersions(t *testing.T) {
	for _, good := range []struct {
		era      protocol.Era
		versions []string
	}{
		{protocol.Legacy, protocol.LegacyVersions()},
		{protocol.Legacy, []string{"2024-11-05", "2025-11-25"}},
		{protocol.Legacy, nil},
		{protocol.Modern, protocol.ModernVersions()},
		{protocol.Modern, []string{"2026-07-28", "2027-05-05", "2028-02-29", "9999-12-31"}},
		{protocol.Modern, nil},
	} {
		require.NoError(t, protocol.CheckVersions(good.era, good.versions), good.versions)
	}
	for _, bad := range []struct {
		era      protocol.Era
		versions string // comma list
		want     string
	}{
		{protocol.Legacy, "2025-11-25,2026-07-28", "2026-07-28 is a modern version"},
		{protocol.Legacy, "2027-05-05", `"2027-05-05" is none of the legacy versions`},
		{protocol.Legacy, "2025-01-01", `"2025-01-01" is none of the legacy versions`},
		{protocol.Legacy, "", `"" is none of the legacy versions`},
		{protocol.Legacy, strings.Repeat("9", 1000), strings.Repeat("9", 38) + `" is none`},
		{protocol.Legacy, "2025-06-18,2025-06-18", "2025-06-18 is there twice"},
		{protocol.Modern, "2027-05-05,2025-11-25", "2025-11-25 is a legacy version"},
		{protocol.Modern, "2026-07-27", "2026-07-27 is before 2026-07-28"},
		{protocol.Modern, "", `"" is no version such as 2026-07-28`},
		{protocol.Modern, "latest", `"latest" is no version such as 2026-07-28`},
		{protocol.Modern, "2027-5-5", `"2027-5-5" is no version`},
		{protocol.Modern, "2027-02-29", `"2027-02-29" is no version`},
		{protocol.Modern, "2027-05-05T00:00:00Z", `"2027-05-05T00:00:00Z" is no version`},
		{protocol.Modern, " 2027-05-05", `" 2027-05-05" is no version`},
		{protocol.Modern, strings.Repeat("9", 1000), strings.Repeat("9", 40) + `" is no version`},
		{protocol.Modern, "2026-07-28,2027-05-05,2026-07-28", "2026-07-28 is there twice"},
		{protocol.Modern, "2027-05-05,2027-05-05", "2027-05-05 is there twice"},
	} {
		err := protocol.CheckVersions(bad.era, strings.Split(bad.versions, ","))
		require.ErrorContains(t, err, bad.want, bad.versions)
		require.Less(t, len(err.Error()), 150)
	}
}
