package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// A Level is the severity of a log message, after RFC 5424. Levels compare
// with <: a greater one is more severe. The zero Level is none at all.
type Level uint8

const (
	LevelDebug Level = iota + 1
	LevelInfo
	LevelNotice
	LevelWarning
	LevelError
	LevelCritical
	LevelAlert
	LevelEmergency
)

var levelNames = [...]string{
	LevelDebug: "debug", LevelInfo: "info", LevelNotice: "notice", LevelWarning: "warning",
	LevelError: "error", LevelCritical: "critical", LevelAlert: "alert", LevelEmergency: "emergency",
}

// ParseLevel finds a level by its name, without allocating.
func ParseLevel[T ~string | ~[]byte](name T) (Level, bool) {
	for level, known := range levelNames {
		if level > 0 && string(name) == known {
			return Level(level), true
		}
	}
	return 0, false
}

// String returns the name of the level, "none" for the zero Level.
func (l Level) String() string {
	if l == 0 || int(l) >= len(levelNames) {
		return "none"
	}
	return levelNames[l]
}

// MarshalText returns the name. A Level that is none of the eight is an error.
func (l Level) MarshalText() ([]byte, error) {
	if l == 0 || int(l) >= len(levelNames) {
		return nil, fmt.Errorf("%w: %d is no log level", ErrMalformed, uint8(l))
	}
	return []byte(levelNames[l]), nil
}

// UnmarshalText reads a name. Any but the eight is an error (S-ERR-13, S-LOG-6).
func (l *Level) UnmarshalText(name []byte) error {
	level, ok := ParseLevel(name)
	if !ok {
		return fmt.Errorf("%w: %q is no log level; there are debug, info, notice, warning, error, critical, alert and emergency", ErrMalformed, name)
	}
	*l = level
	return nil
}

// SetLevelParams are the params of logging/setLevel. Legacy only; modern
// requests name the level under [KeyLogLevel].
type SetLevelParams struct {
	Level Level `json:"level"`
	Meta  Meta  `json:"_meta,omitzero"`
}

// LogMessageParams are the params of notifications/message.
type LogMessageParams struct {
	Level  Level          `json:"level"`
	Logger string         `json:"logger,omitzero"`
	Data   jsontext.Value `json:"data"` // any JSON value; nil is written as null
	Meta   Meta           `json:"_meta,omitzero"`
}
