package protocol

import "github.com/go-json-experiment/json/jsontext"

// unmarshalTolerant decodes an object member by member where it does not
// decode as a whole, and leaves out the members that are not of their type.
// What decides whether a peer can be talked to must not depend on a hint that
// it got wrong; some write an empty capability as [].
func unmarshalTolerant[T any](object jsontext.Value) T {
	var whole T
	if Decode(object, &whole) == nil {
		return whole
	}
	var sum T
	for member, err := range Meta(object).members() {
		if err != nil {
			break
		}
		with := sum
		if byValue(appendObject([]metaMember{member}), &with) == nil {
			sum = with
		}
	}
	return sum
}
