package check

import (
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// answer judges the content of the first answer to a request.
func (j *judge) answer(f *frame, m *message) {
	switch {
	case m.err != nil:
		j.answerError(f, m)
	case m.result["resultType"] != nil:
		j.modernResult(f, m)
	case f.letter == model.LetterInitialize:
		j.initializeResult(m)
	case f.letter.Legacy():
		j.legacyResult(m)
	}
}

func (j *judge) answerError(f *frame, m *message) {
	code := m.code()
	if j.peer.modern && !j.e.legacy() {
		defined := code >= protocol.CodeUnsupportedVersion && code <= protocol.CodeHeaderMismatch
		j.check(defined || code > protocol.CodeHeaderMismatch || code < -32099, "S-ERR-4", m.record, "an undefined code between -32020 and -32099")
		j.check(code != protocol.CodeResourceNotFound, "S-ERR-6", m.record, "code -32002")
		j.check(code != protocol.CodeURLElicitationRequired, "S-ERR-7", m.record, "code -32042")
		if f.bare && f.letter == model.LetterList && j.peer.lists && code == protocol.CodeInvalidParams {
			j.fail("S-META-8", m.record, "a request without clientInfo was refused")
		}
	}
	if code == protocol.CodeUnsupportedVersion {
		j.unsupported(f, m)
	}
	if f.letter == model.LetterInitialize && !j.peer.legacy {
		data, _ := m.err["data"].object()
		text, _ := m.err["message"].text()
		_, listed := data["supported"].texts()
		j.check(listed || strings.Contains(text, protocol.Version20260728), "S-ERA-5", m.record, "initialize was refused without a word about versions")
	}
}

// unsupported judges the data of a -32022.
func (j *judge) unsupported(f *frame, m *message) {
	data, _ := m.err["data"].object()
	supported, isList := data["supported"].texts()
	requested, isText := data["requested"].text()
	want := map[model.Letter]string{model.LetterAbove: versionAbove, model.LetterBelow: versionBelow, model.LetterInitialize: protocol.Version20251125}[f.letter]
	switch {
	case !isList:
		j.fail("S-ERR-15", m.record, "-32022 whose data.supported is no list of versions")
	case !isText:
		j.fail("S-ERR-15", m.record, "-32022 without data.requested")
	case want != "" && requested != want:
		j.fail("S-ERR-15", m.record, "-32022 whose data.requested is "+requested+", not "+want)
	default:
		j.pass("S-ERR-15")
	}
	if !isList || len(j.peer.supported) == 0 {
		return
	}
	stray := slices.IndexFunc(supported, func(v string) bool { return !slices.Contains(j.peer.supported, v) })
	j.check(stray < 0, "S-VER-2", m.record, "-32022 names versions that server/discover does not")
}

func (j *judge) modernResult(f *frame, m *message) {
	kind, isText := m.result["resultType"].text()
	j.check(isText && kind != "", "S-RESP-4", m.record, "a resultType that is no string")
	if f.letter.Legacy() {
		return // the oracle has its say about the vocabulary
	}
	meta, _ := m.result["_meta"].object()
	_, named := meta[protocol.KeyServerInfo].object()
	j.check(named, "S-META-12", m.record, "a result without serverInfo in _meta")
	switch f.letter {
	case model.LetterDiscover:
		j.discoverResult(m)
		j.cacheHints(m)
	case model.LetterList:
		j.cacheHints(m)
	case model.LetterListen:
		j.check(key(m.stamp()) == keyOf(f), "S-SUB-8", m.record, "the result of a listen without its subscriptionId")
	}
}

func (j *judge) discoverResult(m *message) {
	versions, isList := m.result["supportedVersions"].texts()
	_, capable := m.result["capabilities"].object()
	var missing []string
	for name, there := range map[string]bool{
		"supportedVersions": isList && len(versions) > 0, "capabilities": capable,
		"ttlMs": m.result["ttlMs"] != nil, "cacheScope": m.result["cacheScope"] != nil,
	} {
		if !there {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	j.check(len(missing) == 0, "S-DISC-2", m.record, "a DiscoverResult without a proper "+strings.Join(missing, ", "))
}

func (j *judge) cacheHints(m *message) {
	ttl, scope := m.result["ttlMs"], m.result["cacheScope"]
	j.check(ttl != nil && scope != nil, "S-CACHE-1", m.record, "a list or discover result without ttlMs and cacheScope")
	if ttl != nil {
		n, whole := ttl.integer()
		j.check(whole && n >= 0, "S-CACHE-2", m.record, "a ttlMs that is no integer from 0 on")
	}
	if scope != nil {
		text, _ := scope.text()
		j.check(text == string(protocol.CachePublic) || text == string(protocol.CachePrivate), "S-CACHE-3", m.record, "a cacheScope that is neither public nor private")
	}
}

func (j *judge) initializeResult(m *message) {
	version, isText := m.result["protocolVersion"].text()
	_, capable := m.result["capabilities"].object()
	info, _ := m.result["serverInfo"].object()
	_, named := info["name"].text()
	j.check(isText && version != "" && capable && named, "S-LIFE-1", m.record, "an InitializeResult without protocolVersion, capabilities or serverInfo")
	j.legacyResult(m)
}

// legacyResult looks for words that a legacy client does not know. A missing
// resultType is what the oracle watches.
func (j *judge) legacyResult(m *message) {
	var foreign []string
	for _, name := range []string{"ttlMs", "cacheScope", "supportedVersions"} {
		if m.result[name] != nil {
			foreign = append(foreign, name)
		}
	}
	meta, _ := m.result["_meta"].object()
	for _, name := range []string{protocol.KeyServerInfo, protocol.KeySubscriptionID} {
		if meta[name] != nil {
			foreign = append(foreign, name)
		}
	}
	j.check(len(foreign) == 0, "rules A21", m.record, "a legacy result with "+strings.Join(foreign, ", "))
}

// acknowledgements judges the filters that were granted.
func (j *judge) acknowledgements() {
	for _, m := range j.e.messages() {
		if m.method != protocol.NotificationAcknowledged {
			continue
		}
		granted, _ := m.params["notifications"].object()
		wide := false
		for name, value := range granted {
			wide = wide || name != "toolsListChanged" && string(value) != "false" && string(value) != "[]"
		}
		j.check(!wide, "S-SUB-5", m.record, "an acknowledgement that grants what was not asked for")
	}
}
