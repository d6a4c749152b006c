package wire

// envelopeMemo is the envelope of an earlier line. A client writes the same one
// with every request, and an object of JSON ends where it ends: a line that has
// these bytes where its _meta is need not be walked there again. The _meta of
// params is always at the same depth.
type envelopeMemo struct {
	text  []byte
	at    metaSpans // within text
	marks marks
}

// maxMemo bounds what a parser keeps of a line.
const maxMemo = 2 << 10

// recall fills f if the memo is what q reads next, and moves q behind it.
func (m *envelopeMemo) recall(q *quick, f *Frame) bool {
	q.space()
	end := q.i + len(m.text)
	if len(m.text) == 0 || end > len(q.in) || string(q.in[q.i:end]) != string(m.text) {
		return false
	}
	f.metaSpans, f.marks = m.at, f.marks|m.marks
	f.metaSpans.shift(uint32(q.i))
	q.i = end
	return true
}

// keep remembers the envelope of f, which a quick walk has just read.
func (m *envelopeMemo) keep(f *Frame) {
	from, to := f.meta.from, f.meta.to
	if to-from > maxMemo {
		return
	}
	m.text = append(m.text[:0], f.line[from:to]...)
	m.at, m.marks = f.metaSpans, f.marks&clientInfoComplete
	m.at.shift(-from)
}

// shift moves the spans that are there.
func (m *metaSpans) shift(by uint32) {
	for _, s := range []*span{&m.meta, &m.claim, &m.capabilities, &m.clientInfo, &m.logLevel, &m.progressToken, &m.subscriptionID} {
		if s.present() {
			s.from, s.to = s.from+by, s.to+by
		}
	}
}
