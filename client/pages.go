package client

import (
	"fmt"
	"iter"

	"github.com/eralock/eralock/protocol"
)

// maxPages ends a list that a server never ends.
const maxPages = 10_000

// paged ranges over a list, asking for the next page when it is needed. After an
// error it ends. A page that names its own cursor is one (C-PAGE-2: nothing else
// is known of cursors).
func paged[T any](method string, page func(cursor *string) ([]T, *string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		var cursor *string
		for range maxPages {
			items, next, err := page(cursor)
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			switch {
			case next == nil:
				return
			case cursor != nil && *cursor == *next:
				yield(none, fmt.Errorf("%s: %w: the same cursor twice", method, ErrInvalidResult))
				return
			}
			cursor = next
		}
		yield(none, fmt.Errorf("%s: %w: more than %d pages", method, ErrInvalidResult, maxPages))
	}
}

// collect reads a list to its end, or its error.
func collect[T any](items iter.Seq2[T, error]) (all []T, err error) {
	for item, err := range items {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}

// listParams are the params of a list; the first page has none.
func listParams(cursor *string) any {
	if cursor == nil {
		return nil
	}
	return protocol.ListParams{Cursor: cursor}
}
