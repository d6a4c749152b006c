package wire

import (
	"math"
	"strconv"

	"github.com/eralock/eralock/protocol"
)

const (
	beginNotification = `{"jsonrpc":"2.0","method":"`
	beginParams       = `","params":{`
	beginStamp        = `"_meta":{"` + protocol.KeySubscriptionID + `":`
)

// AppendProgress appends a notifications/progress. token is the request's, as
// the peer wrote it. A total of 0 and an empty message are left out. JSON has
// no infinity and no NaN: they become the nearest number, and 0.
func AppendProgress(b, token []byte, progress, total float64, message string) []byte {
	b = append(b, beginNotification+protocol.NotificationProgress+beginParams+`"progressToken":`...)
	b = append(b, token...)
	b = appendNumber(append(b, `,"progress":`...), progress)
	if total != 0 {
		b = appendNumber(append(b, `,"total":`...), total)
	}
	if message != "" {
		b = AppendQuote(append(b, `,"message":`...), message)
	}
	return append(b, "}}\n"...)
}

// AppendLog appends a notifications/message. An empty logger is left out, nil
// data is null.
func AppendLog(b []byte, level protocol.Level, logger string, data []byte) []byte {
	b = append(b, beginNotification+protocol.NotificationMessage+beginParams+`"level":`...)
	b = AppendQuote(b, level.String())
	if logger != "" {
		b = AppendQuote(append(b, `,"logger":`...), logger)
	}
	b = append(b, `,"data":`...)
	if data == nil {
		data = []byte("null")
	}
	return append(AppendRaw(b, data), "}}\n"...)
}

// AppendAcknowledgement appends the first frame of a subscription: the listen's
// id and the filter as it is honoured, nil for {}.
func AppendAcknowledgement(b, listenID, filter []byte) []byte {
	b = append(b, beginNotification+protocol.NotificationAcknowledged+beginParams...)
	b = append(appendStamp(b, listenID), `,"notifications":`...)
	if filter == nil {
		filter = []byte("{}")
	}
	return append(AppendRaw(b, filter), "}}\n"...)
}

// AppendListChanged appends a notification that has nothing to say but its
// name, such as notifications/tools/list_changed, stamped with the id of its
// listen; on legacy listenID is nil.
func AppendListChanged(b []byte, method string, listenID []byte) []byte {
	b = AppendQuote(append(b, `{"jsonrpc":"2.0","method":`...), method)
	if listenID == nil {
		return append(b, "}\n"...)
	}
	return append(appendStamp(append(b, `,"params":{`...), listenID), "}}\n"...)
}

// AppendUpdated appends a notifications/resources/updated, stamped like
// AppendListChanged.
func AppendUpdated(b []byte, uri string, listenID []byte) []byte {
	b = append(b, beginNotification+protocol.NotificationResourcesUpdated+beginParams+`"uri":`...)
	b = AppendQuote(b, uri)
	return append(appendOptionalStamp(b, listenID), "}}\n"...)
}

// AppendListenResult appends the graceful end of a subscription (rules A14). A
// nil serverInfo is left out.
func AppendListenResult(b, listenID, serverInfo []byte) []byte {
	b = append(appendID(b, listenID), `,"result":{"resultType":"complete",`+beginStamp...)
	b = append(b, listenID...)
	if serverInfo != nil {
		b = AppendRaw(append(b, `,"`+protocol.KeyServerInfo+`":`...), serverInfo)
	}
	return append(b, "}}}\n"...)
}

// AppendCancelled appends a notifications/cancelled. An empty reason is left
// out; listenID stamps the abrupt end of a listen, whose id it is (decisions
// C4), and is nil otherwise.
func AppendCancelled(b, requestID []byte, reason string, listenID []byte) []byte {
	b = append(b, beginNotification+protocol.NotificationCancelled+beginParams+`"requestId":`...)
	b = append(b, requestID...)
	if reason != "" {
		b = AppendQuote(append(b, `,"reason":`...), reason)
	}
	return append(appendOptionalStamp(b, listenID), "}}\n"...)
}

func appendStamp(b, listenID []byte) []byte {
	return append(append(append(b, beginStamp...), listenID...), '}')
}

func appendOptionalStamp(b, listenID []byte) []byte {
	if listenID == nil {
		return b
	}
	return appendStamp(append(b, ','), listenID)
}

func appendNumber(b []byte, f float64) []byte {
	switch {
	case f != f:
		f = 0
	case math.IsInf(f, 0):
		f = math.Copysign(math.MaxFloat64, f)
	}
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, f, format, -1, 64)
}
