package check

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/model"
)

// tape is a conversation written by hand: what was said in letters, what came
// back in bytes.
type tape struct {
	e     *exchange
	spell spelling
	clock time.Duration
}

func newTape(ids idStyle) *tape {
	opt := Options{}.withDefaults()
	return &tape{e: &exchange{waited: -1, closed: -1, ended: -1}, spell: spelling{opt: &opt, ids: ids}}
}

func (t *tape) add(r trace.Record) int {
	t.clock += time.Millisecond
	r.At = t.clock
	t.e.records = append(t.e.records, r)
	return len(t.e.records) - 1
}

func (t *tape) says(letters ...model.Letter) *tape {
	var data []byte
	var said []*frame
	for _, l := range letters {
		f := t.spell.frames(l)
		said = append(said, f...)
	}
	for _, f := range said {
		data = append(data, f.line...)
	}
	at := t.add(trace.Record{Kind: trace.Sent, Data: data})
	for _, f := range said {
		f.record, f.at = at, t.clock
	}
	t.e.frames = append(t.e.frames, said...)
	return t
}

func (t *tape) hears(lines ...string) *tape {
	for _, line := range lines {
		t.add(trace.Record{Kind: trace.Received, Data: []byte(line)})
	}
	return t
}

func (t *tape) waits() *tape {
	t.e.waited = t.add(trace.Record{Kind: trace.Mark, Note: "everything had its time"})
	return t
}

func (t *tape) ends() *tape {
	t.e.closed = t.add(trace.Record{Kind: trace.Mark, Note: "end of input"})
	t.e.ended = t.add(trace.Record{Kind: trace.Mark, Note: "it ended its output"})
	return t
}

// faults are the clauses that the judges find broken.
func (t *tape) faults(p *peer) (all []string) {
	for _, f := range judgeExchange(t.e, p).faults {
		all = append(all, f.clause)
	}
	return all
}

const (
	tapeInfo     = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}`
	tapeList     = `"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private",` + tapeInfo
	tapeDiscover = `"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"public",` + tapeInfo
	tapeInit     = `"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}`
)

func success(id, members string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{` + members + `}}`
}

func refusal(id, members string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"error":{` + members + `}}`
}

func TestJudgesPassWhatIsRight(t *testing.T) {
	right := newTape(fromZero).
		says(model.LetterDiscover).hears(success("0", tapeDiscover)).
		says(model.LetterList, model.LetterBelow).hears(
		refusal("2", `"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2020-01-01"}`), // out of order
		success("1", tapeList)).
		says(model.LetterInitialize).hears(refusal("3", `"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}`)).
		waits().ends()
	v := judgeExchange(right.e, known())
	require.Empty(t, v.faults)
	for _, clause := range []string{"S-DISC-1", "S-DISC-2", "S-VER-1", "S-ERR-15", "S-VER-2", "S-CACHE-1", "S-META-12", "S-MSG-7", "S-SHUT-1"} {
		require.Positive(t, v.passes[clause], clause)
	}
	legacy := newTape(texts).says(model.LetterInitialize).hears(success(`"q0"`, tapeInit)).
		says(model.LetterBareList, model.LetterPing).hears(success(`"q2"`, ""), success(`"q1"`, `"tools":[]`)).
		hears(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`).waits().ends()
	require.Empty(t, legacy.faults(known()))
}

func TestJudgesOfOneLine(t *testing.T) {
	for line, want := range map[string]string{
		"hello": "S-FRAME-2",
		`"x"`:   "S-FRAME-2",
		"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}":                        "S-FRAME-3",
		`[` + success("1", tapeList) + `]`:                                 "S-FRAME-4",
		`{"id":1,"result":{}}`:                                             "S-MSG-1",
		`{"jsonrpc":"2.0","id":1}`:                                         "S-MSG-1",
		`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}}`:          "S-MSG-1",
		`{"jsonrpc":"2.0","id":1,"result":[]}`:                             "S-MSG-1",
		`{"jsonrpc":"2.0","id":1,"method":"x","result":{}}`:                "S-MSG-1",
		refusal("1", `"code":-32603`):                                      "S-RESP-6",
		refusal("1", `"message":"x"`):                                      "S-RESP-6",
		refusal("1", `"code":"-32603","message":"x"`):                      "S-RESP-7",
		refusal("1", `"code":1.5,"message":"x"`):                           "S-RESP-7",
		`{"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}`:          "S-RESP-5",
		success(`"1"`, tapeList):                                           "S-RESP-1",
		`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`:    "S-FRAME-8",
		`{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage"}`:    "S-MSG-5",
		`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`:   "S-LOG-2",
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`:  "S-SUB-6",
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`: "S-SUB-6",
	} {
		require.Contains(t, newTape(fromOne).says(model.LetterList).hears(line).faults(known()), want, line)
	}
}

func TestJudgesOfAnswers(t *testing.T) {
	for _, c := range []struct {
		name   string
		letter model.Letter
		line   string
		want   string
	}{
		{"no resultType", model.LetterList, success("1", `"tools":[],"ttlMs":0,"cacheScope":"private"`), "S-RESP-4"},
		{"resultType of another kind", model.LetterList, success("1", `"resultType":7,"ttlMs":0,"cacheScope":"private",`+tapeInfo), "S-RESP-4"},
		{"no cache hints", model.LetterList, success("1", `"resultType":"complete",`+tapeInfo), "S-CACHE-1"},
		{"negative ttlMs", model.LetterList, success("1", `"resultType":"complete","ttlMs":-1,"cacheScope":"private",`+tapeInfo), "S-CACHE-2"},
		{"strange cacheScope", model.LetterList, success("1", `"resultType":"complete","ttlMs":1,"cacheScope":"all",`+tapeInfo), "S-CACHE-3"},
		{"no serverInfo", model.LetterList, success("1", `"resultType":"complete","ttlMs":1,"cacheScope":"public"`), "S-META-12"},
		{"no capabilities", model.LetterDiscover, success("1", `"resultType":"complete","supportedVersions":["2026-07-28"],"ttlMs":0,"cacheScope":"public"`), "S-DISC-2"},
		{"versions that are no strings", model.LetterDiscover, success("1", `"resultType":"complete","supportedVersions":[1],"capabilities":{},"ttlMs":0,"cacheScope":"public"`), "S-DISC-2"},
		{"no DiscoverResult", model.LetterDiscover, success("1", `"resultType":"complete"`), "S-DISC-2"},
		{"discover refused", model.LetterDiscover, refusal("1", `"code":-32601,"message":"no"`), "S-DISC-1"},
		{"no data", model.LetterAbove, refusal("1", `"code":-32022,"message":"no"`), "S-ERR-15"},
		{"no requested", model.LetterAbove, refusal("1", `"code":-32022,"message":"no","data":{"supported":[]}`), "S-ERR-15"},
		{"another requested", model.LetterAbove, refusal("1", `"code":-32022,"message":"no","data":{"supported":[],"requested":"x"}`), "S-ERR-15"},
		{"more than discover says", model.LetterAbove, refusal("1", `"code":-32022,"message":"no","data":{"supported":["2027-01-01"],"requested":"2099-01-01"}`), "S-VER-2"},
		{"an undefined code", model.LetterUnknown, refusal("1", `"code":-32050,"message":"no"`), "S-ERR-4"},
		{"an old code", model.LetterSlow, refusal("1", `"code":-32002,"message":"no"`), "S-ERR-6"},
		{"another old code", model.LetterSlow, refusal("1", `"code":-32042,"message":"no"`), "S-ERR-7"},
		{"no serverInfo on legacy", model.LetterInitialize, success("1", `"protocolVersion":"2025-11-25","capabilities":{}`), "S-LIFE-1"},
		{"new words in initialize", model.LetterInitialize, success("1", tapeInit+`,"supportedVersions":[]`), "rules A21"},
		{"resultType on legacy", model.LetterPing, success("1", `"resultType":"complete"`), "rules A21"},
		{"a wide acknowledgement", model.LetterListen, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"promptsListChanged":true}}}`, "S-SUB-5"},
		{"a stamp of another type", model.LetterListen, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"1"},"notifications":{}}}`, "S-SUB-6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Contains(t, newTape(fromOne).says(c.letter).hears(c.line).faults(known()), c.want)
		})
	}
}

func TestJudgeOfAListensResult(t *testing.T) {
	ack := `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}`
	stamped := `"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"},"io.modelcontextprotocol/subscriptionId":1}`
	require.Empty(t, newTape(fromOne).says(model.LetterListen).hears(ack, success("1", stamped)).faults(known()))
	require.Equal(t, []string{"S-SUB-8"}, newTape(fromOne).says(model.LetterListen).hears(ack, success("1", `"resultType":"complete",`+tapeInfo)).faults(known()))
}

// An answer that only the cancel can explain proves that the cancel was read:
// it came too early and failed, where the call left alone succeeds later.
func TestJudgeKnowsAProvokedAnswer(t *testing.T) {
	early := newTape(fromOne).says(model.LetterSlow).says(model.LetterCancelSlow).hears(refusal("1", `"code":-32603,"message":"context canceled"`))
	require.Equal(t, []string{"S-CANCEL-1"}, early.faults(known()))

	lucky := newTape(fromOne).says(model.LetterSlow).says(model.LetterCancelSlow).hears(success("1", `"resultType":"complete",`+tapeInfo))
	require.Empty(t, lucky.faults(known()), "it may have been faster than the cancel")

	late := newTape(fromOne).says(model.LetterSlow)
	late.clock += fakeSlow
	late.says(model.LetterCancelSlow).hears(refusal("1", `"code":-32603,"message":"context canceled"`))
	require.Empty(t, late.faults(known()), "it may have failed by itself")
}

// What was lost at the end of input is not held to be a violation, what was
// never answered before it is.
func TestJudgeOfSilence(t *testing.T) {
	require.Equal(t, []string{"S-MSG-7"}, newTape(fromOne).says(model.LetterList).waits().ends().faults(known()))
	require.Equal(t, []string{"S-MSG-1"}, newTape(fromOne).says(model.LetterPing).waits().ends().faults(known()))
	require.Equal(t, []string{"decisions C3"}, newTape(fromOne).says(model.LetterList).ends().faults(known()))
	require.False(t, clauseOf("decisions C3").Binding())
	require.Empty(t, newTape(fromOne).says(model.LetterSlow).says(model.LetterCancelSlow).ends().faults(known()))
}

// Only what may have been on its way is played again before it counts.
func TestJudgeKnowsWhatIsAMatterOfTime(t *testing.T) {
	timed := func(t *tape) bool { return judgeExchange(t.e, known()).faults[0].timed }
	require.True(t, timed(newTape(fromOne).says(model.LetterList).waits().ends()))
	require.False(t, timed(newTape(fromOne).says(model.LetterList).ends()), "it ended without an answer")
	killed := newTape(fromOne).says(model.LetterList).ends()
	killed.e.alive = true
	require.True(t, timed(killed), "it was ended before it could answer")
	silent := newTape(fromOne).says(model.LetterListen).
		hears(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}`).
		says(model.LetterChange).hears(success("2", `"resultType":"complete",`+tapeInfo)).waits().ends()
	require.Equal(t, []string{"S-SUB-12"}, silent.faults(known()))
	require.True(t, timed(silent))
}

func TestProbesDisturbAsLittleAsPossible(t *testing.T) {
	whole := apart(model.LetterSlow, model.LetterCancelSlow, model.LetterInitialize)
	require.Equal(t, model.LetterAbove, probeLetter(whole, whole[2:], false), "a list would take the lock")
	require.Equal(t, model.LetterList, probeLetter(whole, nil, false))
	require.Equal(t, model.LetterPing, probeLetter(whole, nil, true))
	require.Equal(t, model.LetterPing, probeLetter(apart(model.LetterInitialize, model.LetterBareSlow), nil, true))
	require.Equal(t, model.LetterPing, probeLetter(apart(model.LetterInitialize), nil, false))
}

// A policy is held against a peer only if it has shown to follow one.
func TestJudgeOfPolicies(t *testing.T) {
	late := func() *tape {
		return newTape(fromOne).says(model.LetterDiscover).hears(success("1", tapeDiscover)).
			says(model.LetterInitialize).hears(success("2", tapeInit)).waits().ends()
	}
	require.Equal(t, []string{"policies"}, late().faults(known()))
	stranger := known()
	stranger.matched, stranger.eras = false, nil
	require.Empty(t, late().faults(stranger))
	require.False(t, clauseOf("policies").Binding())
}

func TestEachClauseOfTheReportIsOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range clauses {
		require.False(t, seen[c.ID], c.ID)
		seen[c.ID] = true
		require.NotEmpty(t, c.Rule, c.ID)
		require.NotEmpty(t, c.Remedy, c.ID)
	}
}
