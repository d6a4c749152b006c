package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// changed is t with one row replaced.
func changed[S, E, O ~uint8](t *testing.T, table *Table[S, E, O], from S, on E, to S, do O) *Table[S, E, O] {
	t.Helper()
	rows := slices.Clone(table.Rows)
	for i, r := range rows {
		if r.From == from && r.On == on {
			rows[i].To, rows[i].Do = to, do
			return table.With(rows)
		}
	}
	t.Fatalf("%s has no row %s/%s", table.Name, table.States[from], table.Events[on])
	return nil
}

// dropped is t without one row.
func dropped[S, E, O ~uint8](table *Table[S, E, O], from S, on E) *Table[S, E, O] {
	return table.With(slices.DeleteFunc(slices.Clone(table.Rows), func(r Row[S, E, O]) bool { return r.From == from && r.On == on }))
}

// named picks one invariant of sys; the empty name is all of them.
func named(sys *System, name string) []Invariant {
	return slices.DeleteFunc(Invariants(sys), func(v Invariant) bool { return name != "" && v.Name != name })
}

// Mistakes that real servers made, each with the shortest exchange that shows it.
func TestBrokenTablesGiveTheShortestExchange(t *testing.T) {
	for _, c := range []struct {
		name string
		only string // the invariant that is checked; empty: all
		harm func(*testing.T, *System)
		want string
	}{
		{"the lock waits for the success", "", func(_ *testing.T, s *System) { s.Era = Era(FirstSuccess, false) }, `
lock-with-first-frame (rules A5, decisions E2): The first frame of a modern request that is no error leaves only together with the lock.
  client                               server
  > listen #1
                                       < acknowledgement #1
`},
		{"the lock comes at admission", "", func(t *testing.T, s *System) {
			s.Era = changed(t, s.Era, EraOpen, EraOnEnveloped, EraModern, EraDoServeModern)
		}, `
modern-only-with-a-frame (rules A7 and A9, decisions E2): Modern is entered only with a frame that is no error.
  client                               server
  > enveloped #1
`},
		{"a bad envelope locks", "", func(t *testing.T, s *System) {
			s.Era = changed(t, s.Era, EraOpen, EraOnPartialEnvelope, EraModern, EraDoAnswerClass)
		}, `
modern-only-with-a-frame (rules A7 and A9, decisions E2): Modern is entered only with a frame that is no error.
  client                               server
  > partial envelope #1
                                       < error: found by the classifier #1
`},
		{"a pipelined initialize takes a connection over", "", func(t *testing.T, s *System) {
			s.Era = changed(t, s.Era, EraModern, EraOnInitialize, EraModern, EraDoHandshake)
		}, `
late-initialize (rules A6 and A16, ladder 10 and 11): On a modern connection initialize gets -32022.
  client                               server
  > discover #1
                                       < DiscoverResult #1   [Open -> Modern]
  > initialize #2
                                       < InitializeResult #2
`},
		{"a legacy connection serves envelopes", "", func(t *testing.T, s *System) {
			s.Era = changed(t, s.Era, EraLegacy, EraOnEnveloped, EraLegacy, EraDoServeModern)
		}, `
envelope-on-legacy (rules C3, ladder 12 to 24): On a legacy connection a modern envelope gets -32600.
  client                               server
  > initialize #1
                                       < InitializeResult #1   [Open -> Legacy]
  > enveloped #2
`},
		{"an answer after a cancel", "", func(t *testing.T, s *System) {
			s.Request = changed(t, s.Request, RequestCancelled, RequestOnResult, RequestDropped, RequestDoSendResult)
		}, `
silence (rules A10, S-CANCEL-1, S-CANCEL-12): Once a cancel was read, no frame of that request is appended.
  client                               server
  > enveloped #1
  > cancelled #1
                                       (handler returns #1)
                                       < result #1   [Open -> Modern]
`},
		{"an unsent answer survives the cancel", "", func(t *testing.T, s *System) {
			s.Request = changed(t, s.Request, RequestAnswered, RequestOnCancelSilent, RequestDropped, RequestDoNothing)
		}, `
silence-of-the-unsent (decisions C1, rules A10): What had not been handed to the operating system when the cancel was read is never written.
  client                               server
  > partial envelope #1
                                       < error: found by the classifier #1
  > cancelled #1
`},
		{"a cancelled request is answered at the deadline", "", func(t *testing.T, s *System) {
			s.Request = changed(t, s.Request, RequestCancelled, RequestOnExpire, RequestCancelled, RequestDoReplyClosed)
		}, `
silence (rules A10, S-CANCEL-1, S-CANCEL-12): Once a cancel was read, no frame of that request is appended.
  client                               server
  > enveloped #1
  > cancelled #1
  > EOF
                                       (deadline)
                                       < error: connection closed #1
`},
		{"a change before the acknowledgement", "", func(t *testing.T, s *System) {
			s.Request = changed(t, s.Request, RequestReceived, RequestOnAcknowledge, RequestAcknowledged, RequestDoSendEvent)
		}, `
acknowledged-first (rules A3, S-SUB-2, S-SUB-3): The acknowledgement is the first frame of a listen that is no error, and comes once.
  client                               server
  > listen #1
                                       < event #1   [Open -> Modern]
`},
		{"a change after the end of a listen", "", func(t *testing.T, s *System) {
			s.Request = changed(t, s.Request, RequestAnswered, RequestOnEvent, RequestAnswered, RequestDoSendEvent)
		}, `
changes-flow (S-SUB-9, S-SUB-12, S-SUB-13, rules A6): A live listen gets its changes, one that ends or has ended gets none.
  client                               server
  > listen #1
                                       < acknowledgement #1   [Open -> Modern]
  > EOF
                                       < result #1
                                       (change #1)
                                       < event #1
`},
		{"the deadline fails a live listen", "", func(t *testing.T, s *System) {
			s.CustomListens = true
			s.Request = changed(t, s.Request, RequestEnding, RequestOnExpire, RequestCancelled, RequestDoReplyClosed)
		}, `
deadline-ends-with-results (decisions C3, S-SUB-7): A listen that is still open when the drain is over gets its result, not an error.
  client                               server
  > listen #1
                                       (handler acknowledges #1)
                                       < acknowledgement #1   [Open -> Modern]
  > EOF
                                       (deadline)
                                       < error: connection closed #1
`},
		{"end of input loses what is in flight", "all-settled-at-the-end", func(t *testing.T, s *System) {
			s.Lifetime = changed(t, s.Lifetime, LifetimeServing, LifetimeOnEOF, LifetimeClosed, LifetimeDoCloseOutput)
		}, `
all-settled-at-the-end (rules A15, S-MSG-7, decisions C3): When the output closes, every request was answered unless its cancel was read.
  client                               server
  > enveloped #1
  > EOF
`},
		{"a draining connection admits", "", func(t *testing.T, s *System) {
			s.Lifetime = changed(t, s.Lifetime, LifetimeDraining, LifetimeOnRequest, LifetimeDraining, LifetimeDoAdmit)
		}, `
draining-refuses (ladder, decisions C3, S-MSG-7): While draining a new request gets -32603 and is not admitted.
  client                               server
                                       (close)
  > initialize #1
                                       < InitializeResult #1   [Open -> Legacy]
`},
		{"an id twice in flight is served twice", "", func(t *testing.T, s *System) {
			s.Lifetime = changed(t, s.Lifetime, LifetimeServing, LifetimeOnDuplicate, LifetimeServing, LifetimeDoAdmit)
		}, `
duplicate-id (decisions A5, ladder 26): A request with an id in flight is refused, and the first one is untouched.
  client                               server
  > initialize #1
                                       < InitializeResult #1   [Open -> Legacy]
  > duplicate #1
`},
		{"a legacy cancel is not answered", "", func(t *testing.T, s *System) {
			s.Request = changed(t, s.Request, RequestRunning, RequestOnCancelAnswered, RequestCancelled, RequestDoCancel)
		}, `
legacy-cancel-is-answered (rules A13, decisions C2): Reading the cancel of a running legacy request writes the code 0 answer, frees the id and nothing else.
  client                               server
  > initialize #1
                                       < InitializeResult #1   [Open -> Legacy]
  > bare #2
  > cancelled #2
`},
		{"a straggler changes the era", "", func(t *testing.T, s *System) {
			s.Era = changed(t, s.Era, EraLegacy, EraOnResultOut, EraModern, EraDoLockModern)
		}, `
locked-for-good (rules A6, C2, S-ERA-4): A connection that has committed stays committed.
  client                               server
  > enveloped #1
  > initialize #2
                                       < InitializeResult #2   [Open -> Legacy]
                                       (handler returns #1)
                                       < result #1   [Legacy -> Modern]
`},
		{"a second handshake", "", func(t *testing.T, s *System) {
			s.Legacy = changed(t, s.Legacy, LegacyInitialised, LegacyOnInitialize, LegacyInitialised, LegacyDoAnswer)
		}, `
handshake-once (decisions E11, ladder 10 and 11): A second initialize is refused, a bad one too, and nothing of the handshake moves.
  client                               server
  > initialize #1
                                       < InitializeResult #1   [Open -> Legacy]
  > initialize #2
                                       < InitializeResult #2
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := NewSystem(FirstFrame, false, 2)
			c.harm(t, sys)
			r := Explore(sys, ExploreOptions{Invariants: named(sys, c.only)})
			require.NotNil(t, r.Broken)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), r.Broken.String()); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// What speaks of whole runs is noticed without any invariant on steps.
func TestBrokenEndsAreFound(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(*System)
		want string
	}{
		{"a cancelled handler is never settled", func(s *System) {
			s.Request = dropped(s.Request, RequestCancelled, RequestOnResult)
		}, `
drains (rules A15, S-SHUT-1, decisions C3): When the input has ended and every handler returns, the connection closes by itself.
  client                               server
  > enveloped #1
  > cancelled #1
  > EOF
                                       (handler returns #1)
`},
		{"an idle drain does not end", func(s *System) {
			s.Lifetime = dropped(s.Lifetime, LifetimeDraining, LifetimeOnIdle)
		}, `
drains (rules A15, S-SHUT-1, decisions C3): When the input has ended and every handler returns, the connection closes by itself.
  client                               server
  > EOF
                                       (idle)
`},
		{"end of input is not heard", func(s *System) {
			s.Lifetime = dropped(s.Lifetime, LifetimeServing, LifetimeOnEOF)
		}, `
drains (rules A15, S-SHUT-1, decisions C3): When the input has ended and every handler returns, the connection closes by itself.
  client                               server
  > EOF
`},
		{"a drain that nothing ends", func(s *System) {
			s.Lifetime = dropped(dropped(s.Lifetime, LifetimeDraining, LifetimeOnIdle), LifetimeDraining, LifetimeOnDeadline)
		}, `
no-deadlock (rules A15): A connection that is not closed can go on.
  client                               server
  > EOF
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := NewSystem(FirstFrame, false, 1)
			c.harm(sys)
			r := Explore(sys, ExploreOptions{Invariants: []Invariant{}})
			require.NotNil(t, r.Broken)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), r.Broken.String()); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}
