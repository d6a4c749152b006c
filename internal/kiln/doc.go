// Package kiln is the fixture server: a program on the public API of package
// server, with a tool for everything that a test wants to see happen. The
// checker, the case files and a newcomer use the same one.
//
// Handlers that park wait until they are released over the control socket, or
// cancelled; the socket also reports what happens to requests, so that a test
// needs no sleeps.
package kiln
