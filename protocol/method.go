package protocol

import "slices"

// A Method is one row of the method table.
type Method struct {
	Name string
	Kind Kind
	// Legacy and Modern say who may send it in that era.
	Legacy, Modern Direction
	// Since is the first revision that has it, where that is not the first of
	// its era.
	Since string
	// Needs is the capability without which it is not available: the server's
	// (tools, resources, …) or the client's (roots, sampling, elicitation).
	Needs Capability
	// Cacheable: on modern its complete result carries ttlMs and cacheScope.
	Cacheable bool
	// AsksInput: on modern it may be answered with an input_required result.
	AsksInput bool
}

// In returns who may send the method in an era.
func (m Method) In(era Era) Direction {
	switch era {
	case Legacy:
		return m.Legacy
	case Modern:
		return m.Modern
	}
	return Nobody
}

// InVersion returns who may send the method in a revision, Nobody for an
// unknown one.
func (m Method) InVersion(version string) Direction {
	era, ok := EraOf(version)
	if !ok || version < m.Since { // revisions are dates: they compare as text
		return Nobody
	}
	return m.In(era)
}

// Methods returns the whole method table: requests first, then notifications.
// The slice is the caller's.
func Methods() []Method { return slices.Clone(methods[:]) }

// MethodByName finds a method by its exact name, without allocating. It
// returns false for a method that neither era has.
func MethodByName[T ~string | ~[]byte](name T) (Method, bool) {
	i, ok := methodIndex[string(name)]
	if !ok {
		return Method{}, false
	}
	return methods[i], true
}

var methodIndex = func() map[string]uint8 {
	index := make(map[string]uint8, len(methods))
	for i, m := range methods {
		index[m.Name] = uint8(i)
	}
	return index
}()
