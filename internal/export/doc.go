// Package export writes a table of package model for human readers: as a
// Mermaid state diagram (GitHub draws it inside Markdown), as a Graphviz
// digraph, and as an aligned listing; and for the model checker SPIN, in Promela.
//
// Read picture.go first: it turns a sheet's rows into what a reader wants to
// see, and both diagrams are drawn from it. A picture shows every state that
// can be reached, one arrow for each pair of states that a row connects, and
// inside a state's box the rows that act without leaving it. Rows that neither
// move nor act are left to the listing. A start marker points at the first
// state, and an end marker follows every state that no row leaves.
//
// Everything here is deterministic: the same sheet gives the same bytes, so
// that generated files can be compared with what is committed.
package export
