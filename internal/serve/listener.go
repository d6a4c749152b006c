package serve

import (
	"strings"

	"github.com/eralock/eralock/machine"
)

// Change is a set of list changes.
type Change uint8

const (
	ToolsChanged Change = 1 << iota
	PromptsChanged
	ResourcesChanged
)

// A Grant is what a listen is given of what it asked for.
type Grant struct {
	Lists Change
	URIs  []string
}

// An Occasion is something to tell listens about: one list change, or the
// update of one resource. The zero one is none, also to who watches the empty URI.
type Occasion struct {
	List Change
	URI  string
}

func (o Occasion) none() bool { return o == (Occasion{}) }

// listener is one open listen: what it was granted, and what is on its way.
// Events are coalesced while unsent, so a slow reader costs bounded memory
// (decisions C6).
type listener struct {
	ref     machine.Ref
	id      []byte // raw token: the stamp
	grant   Grant
	unsent  Change
	updates map[string]struct{} // URIs of unsent updates
}

// wants reports whether o is granted: a URI matches exactly, or as a path prefix
// that ends at a segment (decisions C7).
func (l *listener) wants(o Occasion) bool {
	switch {
	case o.none():
		return false
	case o.List != 0:
		return l.grant.Lists&o.List != 0
	}
	for _, u := range l.grant.URIs {
		if Covers(u, o.URI) {
			return true
		}
	}
	return false
}

// Covers reports whether watching prefix covers uri.
func Covers(prefix, uri string) bool {
	rest, ok := strings.CutPrefix(uri, prefix)
	return ok && (rest == "" || strings.HasSuffix(prefix, "/") || rest[0] == '/')
}

// queued reports whether the same event waits already.
func (l *listener) queued(o Occasion) bool {
	if o.List != 0 {
		return l.unsent&o.List != 0
	}
	_, ok := l.updates[o.URI]
	return ok
}

// waiting is how many distinct events wait.
func (l *listener) waiting() int {
	n := len(l.updates)
	for ch := ToolsChanged; ch <= ResourcesChanged; ch <<= 1 {
		if l.unsent&ch != 0 {
			n++
		}
	}
	return n
}

// queue notes that an event was appended to the outbox.
func (l *listener) queue(o Occasion) {
	if o.List != 0 {
		l.unsent |= o.List
		return
	}
	if l.updates == nil {
		l.updates = map[string]struct{}{}
	}
	l.updates[o.URI] = struct{}{}
}

// sent notes that it left the outbox.
func (l *listener) sent(o Occasion) {
	l.unsent &^= o.List
	if o.List == 0 {
		delete(l.updates, o.URI)
	}
}
