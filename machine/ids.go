package machine

// requestID is a canonical id as it is kept: most ids are small numbers, and
// cost neither an allocation nor the hash of a text. The zero value is none.
type requestID struct {
	number uint64 // one more than the number
	text   string
}

// number is the id as a small number, 0 if it is something else.
func number(id []byte) uint64 {
	const most = 18 // digits that surely fit
	if len(id) < 2 || len(id) > 1+most || id[0] != 'n' {
		return 0
	}
	n := uint64(0)
	for _, c := range id[1:] {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + uint64(c-'0')
	}
	return n + 1
}

func newRequestID(id []byte) requestID {
	if n := number(id); n != 0 {
		return requestID{number: n}
	}
	return requestID{text: string(id)}
}

func (k requestID) none() bool { return k == requestID{} }

// idIndex finds requests by their id.
type idIndex struct {
	numbers map[uint64]Ref
	texts   map[string]Ref
}

func newIDIndex() idIndex {
	return idIndex{numbers: map[uint64]Ref{}, texts: map[string]Ref{}}
}

func (x *idIndex) find(id []byte) (ref Ref, ok bool) {
	if n := number(id); n != 0 {
		ref, ok = x.numbers[n]
	} else {
		ref, ok = x.texts[string(id)]
	}
	return ref, ok
}

func (x *idIndex) add(k requestID, r Ref) {
	if k.number != 0 {
		x.numbers[k.number] = r
	} else {
		x.texts[k.text] = r
	}
}

func (x *idIndex) remove(k requestID) {
	if k.number != 0 {
		delete(x.numbers, k.number)
	} else {
		delete(x.texts, k.text)
	}
}
