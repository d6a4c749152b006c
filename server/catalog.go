package server

import (
	"encoding/base64"
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// catalog is one kind of feature, in the order in which it was added: the same
// on every connection, and stable (S-TOOL-3, S-TOOL-5).
type catalog[T any] struct {
	// show is the entry as a version sees it.
	show func(entry *T, version string) any

	mu    sync.RWMutex
	byKey map[string]*T
	found atomic.Pointer[map[string]*T] // a copy of byKey, for look-ups without the lock
	order []string
	ever  bool                      // there has been an entry: the capability stays declared
	whole map[string]jsontext.Value // encoded lists of one page, by version
}

func newCatalog[T any](show func(*T, string) any) *catalog[T] {
	return &catalog[T]{show: show, byKey: map[string]*T{}, whole: map[string]jsontext.Value{}}
}

func (c *catalog[T]) find(key []byte) *T {
	if m := c.found.Load(); m != nil {
		return (*m)[string(key)]
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	m := maps.Clone(c.byKey)
	c.found.Store(&m)
	return m[string(key)]
}

// each visits the entries in order until yield says no.
func (c *catalog[T]) each(yield func(key string, entry *T) bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, k := range c.order {
		if !yield(k, c.byKey[k]) {
			return
		}
	}
}

// add brings in an entry; one of the same key is replaced in its place.
func (c *catalog[T]) add(key string, entry *T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[key] == nil {
		c.order = append(c.order, key)
	}
	c.byKey[key] = entry
	c.ever = true
	c.found.Store(nil)
	clear(c.whole)
}

func (c *catalog[T]) remove(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[key] == nil {
		return false
	}
	delete(c.byKey, key)
	for i, k := range c.order {
		if k == key {
			c.order = append(c.order[:i:i], c.order[i+1:]...)
			break
		}
	}
	c.found.Store(nil)
	clear(c.whole)
	return true
}

func (c *catalog[T]) declared() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.ever
}

// page encodes the entries behind a cursor as version sees them, at most size
// (0: all), and says how to go on. A cursor names the last entry of the page
// before it, so that it stays good while others come and go.
func (c *catalog[T]) page(version string, cursor *string, size int) (list jsontext.Value, next *string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cursor == nil && (size == 0 || len(c.order) <= size) {
		if list, ok := c.whole[version]; ok {
			return list, nil, nil
		}
	}
	from, err := c.after(cursor)
	if err != nil {
		return nil, nil, err
	}
	to := len(c.order)
	if size > 0 && from+size < to {
		to = from + size
		s := cursorPrefix + base64.RawURLEncoding.EncodeToString([]byte(c.order[to-1]))
		next = &s
	}
	shown := make([]any, 0, to-from)
	for _, k := range c.order[from:to] {
		shown = append(shown, c.show(c.byKey[k], version))
	}
	if list, err = protocol.Marshal(shown); err != nil {
		return nil, nil, err
	}
	if from == 0 && to == len(c.order) {
		c.whole[version] = list
	}
	return list, next, nil
}

const cursorPrefix = "after:"

func (c *catalog[T]) after(cursor *string) (int, error) {
	if cursor == nil {
		return 0, nil
	}
	name, ok := strings.CutPrefix(*cursor, cursorPrefix)
	key, err := base64.RawURLEncoding.DecodeString(name)
	if ok && err == nil {
		for i, k := range c.order {
			if k == string(key) {
				return i + 1, nil
			}
		}
	}
	return 0, protocol.InvalidParams("Invalid cursor %s: start again without one", shown(*cursor))
}

// list answers a list request: the encoded entries under their member name,
// the cursor of the next page, and what the era wants (S-CACHE-1, S-CACHE-4).
func list[T any](a *app, r *Request, c *catalog[T], member string) (any, error) {
	var p protocol.ListParams
	if err := r.decode(&p); err != nil {
		return nil, err
	}
	entries, next, err := c.page(r.version, p.Cursor, a.srv.cfg.pageSize)
	if err != nil {
		return nil, err
	}
	b := append(append([]byte(`{"`), member...), `":`...)
	b = append(b, entries...)
	if next != nil {
		b = append(b, `,"nextCursor":"`...)
		b = append(append(b, *next...), '"')
	}
	if r.Era() == protocol.Modern {
		b = a.appendCacheable(b)
	}
	return jsontext.Value(append(b, '}')), nil
}
