package check

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// fakeOptions start the test binary as a server. Waiting is generous: only a
// defect may make a test wait.
func fakeOptions(t *testing.T, defect string) Options {
	self, err := os.Executable()
	require.NoError(t, err)
	return Options{
		Command: []string{self, "-test.run=none"}, Env: []string{fakeEnv + "=" + defect, "GORACE=atexit_sleep_ms=0"},
		SlowArgs: "{}", ChangeTool: "change", Repeat: -1, Parallel: 4,
		Startup: time.Minute, Timeout: time.Minute, Exit: time.Minute,
	}
}

func letters(adjacent bool, all ...model.Letter) (s model.Schedule) {
	for i, l := range all {
		s = append(s, model.ScheduleStep{Letter: l, Adjacent: adjacent && i > 0})
	}
	return s
}

func apart(all ...model.Letter) model.Schedule    { return letters(false, all...) }
func together(all ...model.Letter) model.Schedule { return letters(true, all...) }

// known is what meet finds out about the fake.
func known() *peer {
	return &peer{
		modern: true, legacy: true, listens: true, lists: true, tools: map[string]bool{"slow": true, "change": true},
		supported: []string{"2026-07-28"}, slowTook: fakeSlow, refuses: map[model.Letter]bool{model.LetterAbove: true},
		eras: []*model.EraTable{model.Era(model.FirstFrame, false)}, matched: true, policy: "first-frame",
	}
}

// broken lists the clauses that a report says are not kept.
func broken(r Report) (all []string) {
	for _, v := range r.Verdicts {
		if v.Status == Fail || v.Status == Warn {
			all = append(all, string(v.Status)+" "+v.Clause.ID)
		}
	}
	return all
}

func TestEachDefectIsFound(t *testing.T) {
	const (
		listen, change, slow    = model.LetterListen, model.LetterChange, model.LetterSlow
		cancelSlow, cancelHear  = model.LetterCancelSlow, model.LetterCancelListen
		list, bareList, removed = model.LetterList, model.LetterBareList, model.LetterRemoved
		initialize, bareSlow    = model.LetterInitialize, model.LetterBareSlow
	)
	for _, c := range []struct {
		defect   string
		schedule model.Schedule
		want     string
	}{
		{answersCancelled, apart(slow, cancelSlow), "FAIL S-CANCEL-1"},
		{answersCancelled, together(slow, cancelSlow, list), "FAIL S-CANCEL-1"},
		{answersOnCancel, apart(slow, cancelSlow), "FAIL S-CANCEL-1"},
		{answersListen, apart(listen, cancelHear), "FAIL S-CANCEL-12"},
		{hearsAfterCancel, apart(listen, cancelHear, change), "FAIL S-CANCEL-12"},
		{answersTwice, apart(list), "FAIL S-MSG-8"},
		{answersStranger, apart(list), "FAIL S-RESP-1"},
		{mutesList, apart(slow, list), "FAIL S-MSG-7"},
		{mutesListen, apart(listen), "FAIL S-SUB-14"},
		{mutesAfterCall, apart(slow), "FAIL S-MSG-7"},
		{acknowledgesLate, apart(listen), "FAIL S-SUB-3"},
		{acknowledgesTwice, apart(listen), "FAIL S-SUB-2"},
		{forgetsStamp, apart(listen, change), "FAIL S-SUB-6"},
		{forgetsStamp, apart(listen, change), "WARN S-SUB-12"},
		{servesBelow, apart(model.LetterBelow), "FAIL S-VER-1"},
		{ignoresVersion, apart(list, model.LetterAbove), "FAIL S-STATE-1"},
		{wrongCode, apart(model.LetterBelow), "FAIL S-VER-1"},
		{noData, apart(model.LetterAbove), "FAIL S-ERR-15"},
		{servesPartial, apart(model.LetterPartial), "FAIL S-META-7"},
		{wantsInfo, apart(model.LetterAbove, list), "FAIL S-META-8"},
		{servesPing, apart(removed), "FAIL S-REMOVED-1"},
		{wrongUnknown, apart(model.LetterUnknown), "FAIL S-ERR-12"},
		{textIDs, apart(list), "FAIL S-RESP-1"},
		{noIDs, apart(removed), "FAIL S-RESP-5"},
		{noResultType, apart(list), "FAIL S-RESP-4"},
		{thinDiscover, apart(model.LetterDiscover), "FAIL S-DISC-2"},
		{thinInitialize, apart(initialize), "FAIL S-LIFE-1"},
		{asksClient, apart(list), "FAIL S-MSG-5"},
		{printsLine, apart(list), "FAIL S-FRAME-2"},
		{modernWords, apart(initialize, bareList), "WARN rules A21"},
		{legacyAnswers, apart(initialize, bareSlow, cancelSlow), "WARN S-LCANCEL-4"},
		{losesAtEOF, together(slow, model.LetterEOF), "WARN decisions C3"},
		{lingers, apart(list), "WARN S-SHUT-1"},
		{dies, apart(listen), "FAIL S-SUB-14"},
		{strayCode, apart(model.LetterUnknown), "FAIL S-ERR-4"},
	} {
		t.Run(c.defect+"/"+c.schedule.String(), func(t *testing.T) {
			t.Parallel()
			opt := fakeOptions(t, c.defect)
			switch c.defect { // these make it wait; what comes at all comes at once
			case mutesList, mutesListen, textIDs, noIDs:
				opt.Startup, opt.Timeout = 2*time.Second, 2*time.Second
			case forgetsStamp, mutesAfterCall: // they say something first
				opt.Timeout = 500 * time.Millisecond
			case lingers:
				opt.Exit = 50 * time.Millisecond
			}
			opt = opt.withDefaults()
			r := newRound(&opt)
			r.peer = known()
			if c.defect == answersOnCancel {
				r.peer.slowTook = time.Hour // however busy the machine: the answer comes before its time
			}
			require.NoError(t, r.playList(t.Context(), []model.Schedule{c.schedule}))
			failures, err := r.investigate(t.Context())
			require.NoError(t, err)
			report := r.report(failures)
			require.Contains(t, broken(report), c.want)
			i := slices.IndexFunc(failures, func(f Failure) bool { return strings.HasSuffix(c.want, " "+f.Clause.ID) })
			require.GreaterOrEqual(t, i, 0)
			require.NotEmpty(t, failures[i].Exchange())
		})
	}
}

// A server without a defect is not accused of anything, and its policy is found.
func TestTheHonestServerPasses(t *testing.T) {
	t.Parallel()
	opt := fakeOptions(t, honestServer)
	var out, progress bytes.Buffer
	opt.MaxLength, opt.Out, opt.Progress = 2, &out, &progress
	report, err := Run(t.Context(), opt)
	require.NoError(t, err)
	require.Empty(t, broken(report), out.String())
	require.Equal(t, "first-frame", report.Policy)
	require.Equal(t, "fake 1", report.Server)
	require.Empty(t, report.Skipped)
	require.Equal(t, len(model.Schedules(2)), report.Schedules)
	status := map[string]Status{}
	for _, v := range report.Verdicts {
		status[v.Clause.ID] = v.Status
	}
	for _, id := range []string{"S-CANCEL-1", "S-CANCEL-12", "S-VER-1", "S-SUB-6", "S-MSG-7", "S-META-8", "decisions C3"} {
		require.Contains(t, status, id)
		require.Equal(t, Pass, status[id], id)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Regexp(t, `^eralock check: 0 violations, 0 warnings, \d+ clauses, 96 schedules, [\d.]+ s, policy first-frame$`, lines[len(lines)-1])
	require.Contains(t, progress.String(), "96 of 96 schedules, 0 with violations")
}

// A violation is made smaller, repeated, and told as an exchange.
func TestAViolationIsToldAsAnExchange(t *testing.T) {
	t.Parallel()
	opt := fakeOptions(t, answersCancelled)
	opt.Repeat, opt.Timeout = 2, 2*time.Second // its call has no end of its own
	opt = opt.withDefaults()
	r := newRound(&opt)
	r.peer = known()
	long := apart(model.LetterDiscover, model.LetterSlow, model.LetterCancelSlow, model.LetterList)
	require.NoError(t, r.playList(t.Context(), []model.Schedule{long}))
	failures, err := r.investigate(t.Context())
	require.NoError(t, err)
	report := r.report(failures)
	report.Command = opt.Command
	require.Equal(t, 1, report.Violations())
	require.Equal(t, "slow, cancel(slow)", failures[0].Schedule)
	require.Equal(t, 3, failures[0].Bad)
	require.Equal(t, 3, failures[0].Of)

	var text, data bytes.Buffer
	require.NoError(t, report.WriteText(&text))
	for _, want := range []string{"FAIL S-CANCEL-1 (MUST NOT)", "3 of 3 plays", "we sent", "notifications/cancelled", "-- S-CANCEL-1: an answer after the cancel"} {
		require.Contains(t, text.String(), want)
	}
	require.NoError(t, report.WriteJSON(&data))
	var back struct {
		Violations int `json:"violations"`
		Failures   []struct {
			Clause string `json:"clause"`
		} `json:"failures"`
	}
	require.NoError(t, protocol.Unmarshal(data.Bytes(), &back))
	require.Equal(t, 1, back.Violations)
	require.Equal(t, "S-CANCEL-1", back.Failures[0].Clause)
}

// What only did not come in time is played again before it is counted.
func TestSlownessIsNotCounted(t *testing.T) {
	t.Parallel()
	opt := fakeOptions(t, honestServer)
	opt = opt.withDefaults()
	r := newRound(&opt)
	r.peer = known()
	require.NoError(t, r.playList(t.Context(), []model.Schedule{apart(model.LetterList)}))
	v := r.results[0].verdict
	v.faults = append(v.faults, fault{clause: "S-MSG-7", why: "a busy machine", timed: true})
	failures, err := r.investigate(t.Context())
	require.NoError(t, err)
	require.Empty(t, failures)
	report := r.report(failures)
	require.Zero(t, report.Violations())
	require.Len(t, report.Unconfirmed, 1)
}

func TestRunSaysWhatIsMissing(t *testing.T) {
	_, err := Run(t.Context(), Options{})
	require.ErrorIs(t, err, ErrNoCommand)
	_, err = Run(t.Context(), Options{Command: []string{"true"}, SlowArgs: `[1]`})
	require.ErrorIs(t, err, ErrArguments)
	_, err = Run(t.Context(), Options{Command: []string{"/no/such/program"}})
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrUnserved)
	_, err = Run(t.Context(), Options{Command: []string{"true"}})
	require.ErrorIs(t, err, ErrUnserved)

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	_, err = Run(ctx, fakeOptions(t, honestServer))
	require.ErrorIs(t, err, context.Canceled)
}

// A tool that was named and is not there is not one that was not named.
func TestMissingToolIsNamed(t *testing.T) {
	opt := Options{ChangeTool: "grow"}.withDefaults()
	for range 2 {
		r := newRound(&opt)
		r.peer = &peer{modern: true, listens: true}
		r.choose(model.Schedules(2))
		why := r.skipped[needsChange]
		require.Contains(t, why, "-change-tool")
		require.Equal(t, opt.ChangeTool != "", strings.Contains(why, `the peer has no tool "grow"`), why)
		opt.ChangeTool = ""
	}
}

// A tool that is not on the first page of the list may be on the next.
func TestToolsOfLaterPagesAreCalled(t *testing.T) {
	t.Parallel()
	opt := fakeOptions(t, pagedList)
	opt.MaxLength = 2
	report, err := Run(t.Context(), opt)
	require.NoError(t, err)
	require.Empty(t, broken(report))
	require.Empty(t, report.Skipped)
	require.Equal(t, len(model.Schedules(2)), report.Schedules)
}

// What a peer says to an era that it does not serve has to be an answer all the same.
func TestForeignIntroductionsAreJudged(t *testing.T) {
	t.Parallel()
	for defect, want := range map[string][]string{legacyOnly: nil, manglesForeign: {"FAIL S-RESP-1"}} {
		opt := fakeOptions(t, defect)
		opt.MaxLength = 1
		if defect == manglesForeign {
			opt.Startup, opt.Timeout = 2*time.Second, 2*time.Second // its refusals answer nothing
		}
		report, err := Run(t.Context(), opt)
		require.NoError(t, err)
		require.Equal(t, "legacy only", report.Policy)
		require.Equal(t, want, broken(report), defect)
	}
	twice := newTape(fromZero).says(model.LetterInitialize).hears(refusal("0", `"code":1,"message":"no"`), refusal("0", `"code":1,"message":"no"`)).ends()
	twice.e.schedule = askInitialize
	require.Equal(t, []string{"S-MSG-8"}, twice.faults(&peer{modern: true}))
}

func TestSchedulesThatDoNotFitAreLeftOut(t *testing.T) {
	opt := Options{}.withDefaults()
	r := newRound(&opt)
	r.peer = &peer{legacy: true}
	todo := r.choose(model.Schedules(2))
	require.NotEmpty(t, todo)
	for _, s := range todo {
		require.False(t, s.Modern() || s.Has(model.LetterBareSlow), s.String())
	}
	require.Equal(t, []string{"schedules of 2026-07-28: the peer does not serve it"}, r.report(nil).Skipped[:1])

	opt.Era = ModernEra
	r = newRound(&opt)
	r.peer = known()
	chosen := r.choose(model.Schedules(2))
	require.NotEmpty(t, chosen)
	for _, s := range chosen {
		require.False(t, s.Legacy(), s.String())
	}
}
