package server

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"time"
)

// sealer protects requestState: AES-256-GCM with a random nonce, bound to the
// request that it belongs to and to a time (S-MRTR-9, S-MRTR-11).
type sealer struct {
	aeads []cipher.AEAD // the first seals; all open
	ttl   time.Duration
}

const (
	stateKeySize  = 32 // also the least that WithStateKey takes
	stateKeyLabel = "eralock requestState 1"
)

var (
	errForeignState = errors.New("this server did not issue it for this request; send the request without it to start again")
	errExpiredState = errors.New("it has expired; send the request without it to start again")
)

// newSealer makes a sealer of secrets, or of a random one if there are none:
// then only this Server opens what it sealed.
func newSealer(secrets [][]byte, ttl time.Duration) *sealer {
	if len(secrets) == 0 {
		secrets = [][]byte{make([]byte, stateKeySize)}
		rand.Read(secrets[0]) // never fails
	}
	s := &sealer{ttl: ttl}
	for _, secret := range secrets {
		key := must(hkdf.Key(sha256.New, secret, nil, stateKeyLabel, stateKeySize))
		s.aeads = append(s.aeads, must(cipher.NewGCMWithRandomNonce(must(aes.NewCipher(key)))))
	}
	return s
}

// must is for what only a wrong size makes fail: the sizes are constants.
func must[T any](v T, err error) T {
	if err != nil {
		panic("server: sealing requestState: " + err.Error())
	}
	return v
}

// stateCoding is strict: another text for the same bytes is another text.
// Still, line ends have to be looked for: it skips them.
var stateCoding = base64.RawURLEncoding.Strict()

// seal makes state a token that only open understands, for the same origin.
func (s *sealer) seal(state string, origin []byte) string {
	plain := binary.BigEndian.AppendUint64(make([]byte, 0, 8+len(state)), uint64(time.Now().Add(s.ttl).UnixMilli()))
	return stateCoding.EncodeToString(s.aeads[0].Seal(nil, nil, append(plain, state...), origin))
}

func (s *sealer) open(token string, origin []byte) (string, error) {
	if strings.ContainsAny(token, "\r\n") {
		return "", errForeignState
	}
	box, err := stateCoding.DecodeString(token)
	if err != nil {
		return "", errForeignState
	}
	for _, aead := range s.aeads {
		plain, err := aead.Open(nil, nil, box, origin)
		if err != nil || len(plain) < 8 {
			continue
		}
		if time.Now().UnixMilli() >= int64(binary.BigEndian.Uint64(plain)) {
			return "", errExpiredState
		}
		return string(plain[8:]), nil
	}
	return "", errForeignState
}
