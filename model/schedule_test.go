package model

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSchedulesAreShortestFirstDistinctAndTheSameAgain(t *testing.T) {
	all := Schedules(4)
	require.Equal(t, all, Schedules(4))
	seen := map[string]bool{}
	longest := 0
	for _, s := range all {
		require.False(t, seen[s.String()], "%s twice", s)
		seen[s.String()] = true
		require.GreaterOrEqual(t, len(s), longest, s.String())
		longest = len(s)
	}
	require.Equal(t, 4, longest)
	require.Equal(t, all[:len(Schedules(2))], Schedules(2))
}

// The number is what a run costs, one process each.
func TestSchedulesCount(t *testing.T) {
	count := map[int]int{}
	modern, legacy := 0, 0
	for _, s := range Schedules(4) {
		count[len(s)]++
		if s.Modern() && !s.Legacy() {
			modern++
		}
		if s.Legacy() && !s.Modern() {
			legacy++
		}
	}
	require.Equal(t, map[int]int{1: 14, 2: 82, 3: 68, 4: 47}, count)
	require.Equal(t, 102, modern)
	require.Equal(t, 28, legacy)
}

func TestSchedulesSayWhatMatters(t *testing.T) {
	var all []string
	for _, s := range Schedules(4) {
		all = append(all, s.String())
	}
	for _, want := range []string{
		"discover", "initialize", "list", "above", "below", "slow", "listen", "EOF",
		"listen;initialize", "listen, initialize", "slow, cancel(slow)", "slow;cancel(slow)", "listen, cancel(listen)",
		"listen;cancel(listen);initialize", "slow;cancel(slow);initialize", "slow;cancel(slow);EOF", "discover;initialize",
		"above;initialize", "list;EOF", "slow;EOF", "listen;EOF", "initialize;EOF", "initialize;bare list",
		"initialize, bare slow, cancel(slow)", "initialize, bare slow;cancel(slow);EOF", "listen, change",
		"listen, cancel(listen), change", "slow, listen, cancel(slow), cancel(listen)",
	} {
		require.Contains(t, all, want)
	}
}

func TestSchedulesMakeSense(t *testing.T) {
	for _, s := range Schedules(4) {
		require.Equal(t, s, s.sensible(), s.String())
		require.False(t, s[0].Adjacent, s.String())
		for i, step := range s[:len(s)-1] {
			require.NotEqual(t, LetterEOF, step.Letter, "%s goes on at %d", s, i)
		}
	}
}

func TestScheduleReachesEveryLetterInEachEra(t *testing.T) {
	reached := map[Letter]int{}
	for _, s := range Schedules(4) {
		reached[s[len(s)-1].Letter]++
	}
	for _, l := range Letters() {
		require.Positive(t, reached[l], l.String())
	}
}

func TestScheduleWithout(t *testing.T) {
	full := Schedule{{Letter: LetterDiscover}, {Letter: LetterSlow}, {Letter: LetterCancelSlow, Adjacent: true}, {Letter: LetterEOF, Adjacent: true}}
	require.Equal(t, "discover, slow;cancel(slow);EOF", full.String())
	require.Equal(t, "slow;cancel(slow);EOF", full.Without(0).String())
	require.Equal(t, "discover, EOF", full.Without(1).String(), "the cancel has lost its call")
	require.Equal(t, "discover, slow;EOF", full.Without(2).String())
	require.Equal(t, "discover, slow;cancel(slow)", full.Without(3).String())
	require.Equal(t, "discover, slow;cancel(slow);EOF", full.String(), "it is not changed")
	legacy := Schedule{{Letter: LetterInitialize}, {Letter: LetterBareSlow}}
	require.Equal(t, "initialize", legacy.Without(1).String())
	require.Empty(t, legacy.Without(0), "a legacy call needs the handshake")
}

func TestScheduleRacy(t *testing.T) {
	step := func(letters ...Letter) (s Schedule) {
		for i, l := range letters {
			s = append(s, ScheduleStep{l, i > 0})
		}
		return s
	}
	require.True(t, step(LetterSlow, LetterCancelSlow).Racy())
	require.True(t, step(LetterInitialize, LetterBareList).Racy())
	require.False(t, step(LetterSlow, LetterList).Racy())
	require.False(t, slices.Clone(Schedule{{Letter: LetterSlow}, {Letter: LetterCancelSlow}}).Racy())
}

func TestLetterClasses(t *testing.T) {
	for _, l := range Letters() {
		c, ok := l.Class()
		require.Equal(t, l != LetterEOF, ok, l.String())
		if ok && l.Modern() && l.Request() {
			require.True(t, claims(c), "%s carries an envelope", l)
		}
		require.False(t, l.Modern() && l.Legacy(), l.String())
	}
}
