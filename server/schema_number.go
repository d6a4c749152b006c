package server

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
)

// schemaNumber is a number as JSON Schema compares it: by value, 1 and 1.0
// being the same. An integer of 64 bits is compared exactly, so that two ids
// beyond 2^53 do not become one.
type schemaNumber struct {
	f     float64
	i     int64
	exact bool // i is the number
}

// parseSchemaNumber takes any token: what is no number is 0. What float64
// cannot hold is the largest that it can.
func parseSchemaNumber(token []byte) schemaNumber {
	if !bytes.ContainsAny(token, ".eE") {
		if i, err := strconv.ParseInt(string(token), 10, 64); err == nil {
			return schemaNumber{f: float64(i), i: i, exact: true}
		}
	}
	f, _ := strconv.ParseFloat(string(token), 64)
	f = max(-math.MaxFloat64, min(f, math.MaxFloat64))
	return schemaNumber{f: f}
}

func (n schemaNumber) compare(m schemaNumber) int {
	if n.exact && m.exact {
		return cmp.Compare(n.i, m.i)
	}
	return cmp.Compare(n.f, m.f)
}

func (n schemaNumber) isInteger() bool {
	return n.exact || n.f == math.Trunc(n.f)
}

func (n schemaNumber) String() string {
	if n.exact {
		return strconv.FormatInt(n.i, 10)
	}
	return strconv.FormatFloat(n.f, 'g', -1, 64)
}
