package specnotes

// A bug is something that went wrong in another implementation, by the id of a
// collection of public reports, and what this one does. Shown names what shows
// it.
type bug struct{ ID, Where, Class, Does, Shown string }

// A bugTable is what went wrong on one side of the pipe.
type bugTable struct {
	side   string // server or client
	source string // the Go file that it is made from
	plural string
	shown  string // what may show it, in words
	bugs   []bug
}

func bugTables() []bugTable {
	return []bugTable{
		{"server", "server_bugs.go", "servers", "transcripts of `server/testdata`, and Go tests", serverBugs()},
		{"client", "client_bugs.go", "clients", "Go tests of `client`", clientBugs()},
	}
}

func (t bugTable) file() string { return t.side + "-bugs.md" }
