package model

// Level says how binding the clause behind a row is.
type Level uint8

const (
	MUST   Level = iota // MUST and MUST NOT of the specification, or a promise of our own rules
	SHOULD              // SHOULD and SHOULD NOT
	MAY                 // permitted, and chosen here
	POLICY              // the specification is silent; a choice between policies
)

var levelNames = [...]string{"MUST", "SHOULD", "MAY", "Policy"}

func (l Level) String() string { return levelNames[l] }
