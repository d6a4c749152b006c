package wire

import "strconv"

// AppendRequestHead begins a request that has params, which the caller appends:
// a JSON object on one line. AppendRequestTail ends it.
func AppendRequestHead(b []byte, id uint64, method string) []byte {
	b = strconv.AppendUint(append(b, `{"jsonrpc":"2.0","id":`...), id, 10)
	b = AppendQuote(append(b, `,"method":`...), method)
	return append(b, `,"params":`...)
}

// AppendRequestTail ends a request. See AppendRequestHead.
func AppendRequestTail(b []byte) []byte { return append(b, "}\n"...) }
