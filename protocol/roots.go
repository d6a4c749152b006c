package protocol

// Root is a place that the client lets the server work in.
type Root struct {
	URI  string `json:"uri"`           // file:// (C-ROOTS-1)
	Name string `json:"name,omitzero"` // for display
	Meta Meta   `json:"_meta,omitzero"`
}

// ListRootsParams are the params of roots/list, which may do without.
type ListRootsParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// ListRootsResult is the answer to roots/list.
type ListRootsResult struct {
	Roots []Root `json:"roots"`
	Meta  Meta   `json:"_meta,omitzero"`
}
