package server

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

var testOrigin = []byte("an origin")

func TestSealOpensForItsOriginOnly(t *testing.T) {
	s := newSealer(nil, time.Minute)
	for _, state := range []string{"", "a", "\x00\xff\n", strings.Repeat("x", 10_000)} {
		token := s.seal(state, testOrigin)
		got, err := s.open(token, testOrigin)
		require.NoError(t, err)
		require.Equal(t, state, got)
		require.NotEqual(t, token, s.seal(state, testOrigin), "two rounds never look alike")
		_, err = s.open(token, []byte("another"))
		require.ErrorIs(t, err, errForeignState)
		_, err = newSealer(nil, time.Minute).open(token, testOrigin)
		require.ErrorIs(t, err, errForeignState, "another server's")
	}
}

// S-MRTR-8, S-MRTR-9: every bit counts, and so does every byte more or less.
func TestSealNoticesEveryChange(t *testing.T) {
	s := newSealer(nil, time.Minute)
	token := s.seal("state", testOrigin)
	refused := func(changed string) {
		t.Helper()
		_, err := s.open(changed, testOrigin)
		require.ErrorIs(t, err, errForeignState, "%q", changed)
	}
	for i := range token {
		for bit := range 8 {
			b := []byte(token)
			b[i] ^= 1 << bit
			refused(string(b))
		}
		refused(token[:i])
		refused(token[i+1:])
		for _, more := range []string{"\n", "\r", "\r\n", " ", "=", "A", "-TAMPERED"} {
			refused(token[:i] + more + token[i:])
		}
	}
	for _, more := range []string{"\n", "\r\n", "=", "==", "A", "-TAMPERED", token} {
		refused(token + more)
	}
	box, err := stateCoding.DecodeString(token)
	require.NoError(t, err)
	for i := range box {
		for bit := range 8 {
			b := bytes.Clone(box)
			b[i] ^= 1 << bit
			refused(stateCoding.EncodeToString(b))
		}
	}
}

func TestSealExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSealer(nil, time.Minute)
		token := s.seal("state", testOrigin)
		time.Sleep(time.Minute - time.Millisecond)
		_, err := s.open(token, testOrigin)
		require.NoError(t, err)
		time.Sleep(time.Millisecond)
		_, err = s.open(token, testOrigin)
		require.ErrorIs(t, err, errExpiredState)
	})
}

func TestSealKeysCanBeShared(t *testing.T) {
	old, young := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 40)
	token := newSealer([][]byte{old}, time.Minute).seal("state", testOrigin)
	for _, keys := range [][][]byte{{old}, {young, old}} {
		got, err := newSealer(keys, time.Minute).open(token, testOrigin)
		require.NoError(t, err)
		require.Equal(t, "state", got)
	}
	_, err := newSealer([][]byte{young}, time.Minute).open(token, testOrigin)
	require.ErrorIs(t, err, errForeignState)
	token = newSealer([][]byte{young, old}, time.Minute).seal("state", testOrigin)
	_, err = newSealer([][]byte{old}, time.Minute).open(token, testOrigin)
	require.ErrorIs(t, err, errForeignState, "the first key seals")
	require.Panics(t, func() { WithStateKey(old, make([]byte, 31)) })
}
