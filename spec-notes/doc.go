// Package specnotes writes the documents beside it: a page for each machine of
// package model with its diagram and its rows, and a line of our own for each
// clause that is cited anywhere.
//
// Read files.go first, then citation.go and page.go. The lines themselves are
// data, in the files named clauses_*.go and, for the specification, in requirements/;
// evidence.go finds what shows them. `make notes` writes the documents; a
// test fails while one of them differs from what the tables say, while a cited
// clause has no line, or while a line is cited by nothing.
package specnotes
