package server

import (
	"errors"
	"math"
	"sync"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// reports is what the _meta of a request asks to be told while it runs.
type reports struct {
	level protocol.Level // log messages, modern; 0: none

	token      []byte // progress; nil: none
	tokenSpace [16]byte
	mu         sync.Mutex
	progress   float64
	reported   bool
}

// reportsOf returns nil for a request that asks for nothing. A token may be used
// after the line is gone.
func reportsOf(token []byte, level protocol.Level) *reports {
	valid := token != nil && validToken(token)
	if !valid && level == 0 {
		return nil
	}
	p := &reports{level: level}
	if valid {
		p.token = append(p.tokenSpace[:0], token...)
	}
	return p
}

// validToken reports whether a progress token is a string or an integer; any
// other counts as none (C-PROG-1).
func validToken(token []byte) bool {
	var space [64]byte
	_, ok := wire.CanonicalID(token, space[:0])
	return ok
}

// ErrNoProgress reports that progress did not increase (S-PROG-2), or that a
// number of it is not finite.
var ErrNoProgress = errors.New("server: progress must increase with every report, and it and its total be finite")

// Progress reports progress out of total (0: unknown), if the client asked for
// it; otherwise, and once the request is cancelled or answered, it does
// nothing. It blocks while too much waits to be written. ErrNoProgress means that
// progress did not increase, or that a number is not finite; nothing was sent.
func (r *Request) Progress(progress, total float64, message string) error {
	p := r.reports
	if p == nil || p.token == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reported && !(progress > p.progress) || !finite(progress) || !finite(total) {
		return ErrNoProgress
	}
	p.progress, p.reported = progress, true
	b := serve.Buffer()
	*b = wire.AppendProgress((*b)[:0], p.token, progress, total, message)
	r.call.Emit(b)
	return nil
}

func finite(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }

// Log sends a log message to the client: on modern if the request asks for this
// level or a lower one, on legacy from the level of logging/setLevel on. data
// is anything that encodes as JSON. What does not, and a level that is none of
// the eight, is an error; nothing was sent.
func (r *Request) Log(level protocol.Level, data any) error {
	if _, err := level.MarshalText(); err != nil {
		return err
	}
	if !r.logs(level) {
		return nil
	}
	raw, err := protocol.Marshal(data)
	if err != nil {
		return err
	}
	b := serve.Buffer()
	*b = wire.AppendLog((*b)[:0], level, "", raw)
	r.call.Emit(b)
	return nil
}

func (r *Request) logs(level protocol.Level) bool {
	if r.Era() == protocol.Legacy {
		return level >= r.app.legacyLevel()
	}
	return r.reports != nil && r.reports.level != 0 && level >= r.reports.level
}
