package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// A ResultType says on modern what kind of result an object is.
type ResultType string

const (
	ResultComplete      ResultType = "complete"
	ResultInputRequired ResultType = "input_required"
)

// Result is what every result has. It is also the whole result of the methods
// that have nothing to say: ping, logging/setLevel, resources/subscribe and
// the end of a subscriptions/listen.
type Result struct {
	// ResultType is for the modern era only; "" leaves it out. A received ""
	// means complete (decisions K10).
	ResultType ResultType `json:"resultType,omitzero"`
	Meta       Meta       `json:"_meta,omitzero"`
}

// Type is the result's resultType, "" if there is none.
func (r *Result) Type() ResultType { return r.ResultType }

// An EraResult is a result that can be given the members of either era. Every
// result that a server sends in both eras is one, as a pointer.
type EraResult interface {
	// SetModern fills what a modern result must have and does not have yet
	// (decisions A8): resultType, cache hints, and serverInfo, a JSON object,
	// in _meta unless it is nil.
	SetModern(serverInfo jsontext.Value)
	// SetLegacy takes away what the legacy era does not know, and shapes what
	// the version knows differently (decisions A7).
	SetLegacy(version string)
}

// SetModern implements [EraResult].
func (r *Result) SetModern(serverInfo jsontext.Value) {
	if r.ResultType == "" {
		r.ResultType = ResultComplete
	}
	if serverInfo != nil {
		r.Meta = r.Meta.With(KeyServerInfo, serverInfo)
	}
}

// SetLegacy implements [EraResult].
func (r *Result) SetLegacy(version string) {
	r.ResultType = ""
	r.Meta = r.Meta.Legacy()
}

// A CacheScope says who may share a cached result.
type CacheScope string

const (
	CachePublic  CacheScope = "public"  // every caller
	CachePrivate CacheScope = "private" // one authorization context
)

// CacheableResult is what the results of [Method].Cacheable methods have on
// modern.
type CacheableResult struct {
	Result
	// TTLMs is how long the result is fresh, in milliseconds, never negative.
	// SetModern makes nil 0: stale at once. A received nil means 0 too.
	TTLMs *int64 `json:"ttlMs,omitzero"`
	// CacheScope is [CachePrivate] unless set.
	CacheScope CacheScope `json:"cacheScope,omitzero"`
}

// SetModern implements [EraResult].
func (r *CacheableResult) SetModern(serverInfo jsontext.Value) {
	r.Result.SetModern(serverInfo)
	if r.TTLMs == nil {
		r.TTLMs = new(int64)
	}
	if r.CacheScope == "" {
		r.CacheScope = CachePrivate
	}
}

// SetLegacy implements [EraResult].
func (r *CacheableResult) SetLegacy(version string) {
	r.Result.SetLegacy(version)
	r.TTLMs, r.CacheScope = nil, ""
}

// ParseResultType reads the type of a result that is still raw, as a client
// must before it knows what to decode: absent means complete. It returns
// [ErrMalformed] for what is no object and for a type that is no string; a
// type that this package does not know is returned as it is (decisions K10).
func ParseResultType(result jsontext.Value) (ResultType, error) {
	if !isObject(result) {
		return "", fmt.Errorf("%w: a result must be an object", ErrMalformed)
	}
	var r struct {
		ResultType jsontext.Value `json:"resultType"`
	}
	if err := Unmarshal(result, &r); err != nil {
		return "", fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if r.ResultType == nil {
		return ResultComplete, nil
	}
	var t ResultType
	if r.ResultType.Kind() != '"' || Unmarshal(r.ResultType, &t) != nil {
		return "", fmt.Errorf("%w: resultType must be a string, not %s", ErrMalformed, r.ResultType)
	}
	return t, nil
}
