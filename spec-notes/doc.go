// Package specnotes writes the documents beside it: a page for each machine of
// package model with its diagram and its rows, and a line of our own for each
// clause that is cited anywhere.
//
// Read files.go first, then citation.go and page.go. The lines themselves are
// data, in the files named clauses_*.go and, for the specification, in requirements/;
// evidence.go finds what shows them. `make notes` writes the documents; a
// test fails while one of them differs from what the tables say, while a cited
// clause has no line, or while a line is cited by nothing.
//
// The .pml files are for SPIN: the tables, generated too, and two harnesses
// written by hand, in server-*.pml and client-*.pml. The command in spin/ runs
// them and leaves its figures in spin.tsv, from which spin.md is made.
package specnotes
