package protocol

import "strings"

// The keys of _meta that the protocol defines.
const (
	// MetaPrefix begins every key below that has a prefix.
	MetaPrefix = "io.modelcontextprotocol/"

	// The envelope of a modern request (S-META-7, S-META-8).
	KeyProtocolVersion    = MetaPrefix + "protocolVersion"
	KeyClientCapabilities = MetaPrefix + "clientCapabilities"
	KeyClientInfo         = MetaPrefix + "clientInfo" // optional
	KeyLogLevel           = MetaPrefix + "logLevel"   // optional; asks for log messages

	// KeyServerInfo is on modern results.
	KeyServerInfo = MetaPrefix + "serverInfo"
	// KeySubscriptionID is on everything that belongs to a listen.
	KeySubscriptionID = MetaPrefix + "subscriptionId"

	// KeyProgressToken asks for progress, in both eras.
	KeyProgressToken = "progressToken"

	// W3C trace context (S-META-6). Passed through as they are.
	KeyTraceParent = "traceparent"
	KeyTraceState  = "tracestate"
	KeyBaggage     = "baggage"
)

// IsProtocolKey reports whether key is the protocol's own: a host cannot set
// it (rules B8) and legacy traffic does not carry it (decisions K18).
func IsProtocolKey(key string) bool { return strings.HasPrefix(key, MetaPrefix) }

// IsReservedKey reports whether the prefix of key is reserved for the protocol:
// its second label is mcp or modelcontextprotocol (S-META-5). So is every key
// for which IsProtocolKey holds.
func IsReservedKey(key string) bool {
	prefix, _, ok := strings.Cut(key, "/")
	if !ok {
		return false
	}
	_, rest, ok := strings.Cut(prefix, ".")
	second, _, _ := strings.Cut(rest, ".")
	return ok && (second == "mcp" || second == "modelcontextprotocol")
}

// ValidMetaKey reports whether key obeys the grammar of _meta keys: an optional
// prefix of dot-separated labels and a slash, then a name (S-META-1, S-META-3).
func ValidMetaKey(key string) bool {
	prefix, name, ok := strings.Cut(key, "/")
	if !ok {
		return validName(key)
	}
	return validPrefix(prefix) && validName(name)
}

// ValidExtensionID reports whether id can name an extension: a _meta key with
// a prefix (S-EXT-1). The name after the slash may be empty.
func ValidExtensionID(id string) bool {
	return strings.Contains(id, "/") && ValidMetaKey(id)
}

func validPrefix(prefix string) bool {
	for label := range strings.SplitSeq(prefix, ".") {
		if label == "" || !isLetter(label[0]) || !isAlphanumeric(label[len(label)-1]) || !all(label, "-") {
			return false
		}
	}
	return true
}

func validName(name string) bool {
	return name == "" || isAlphanumeric(name[0]) && isAlphanumeric(name[len(name)-1]) && all(name, "-_.")
}

// all reports whether s has only letters, digits and the bytes of also.
func all(s, also string) bool {
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && strings.IndexByte(also, s[i]) < 0 {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isAlphanumeric(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }
