package server

// mistake is an error of the program's that no handler has returned: a result
// that cannot be encoded, a decoder that panicked. It is -32603, for a tool too,
// and its detail is for the log alone (decisions A6). What it is made of stays
// out of reach of errors.As: what a MarshalJSON returns is no answer.
type mistake struct{ detail error }

func (m *mistake) Error() string { return m.detail.Error() }
