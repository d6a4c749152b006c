package specnotes

// reasons say why a clause is shown by no exchange.
func reasons() map[string]string {
	return map[string]string{
		"may":        "allows something and demands nothing",
		"author":     "a duty of who writes the handlers; the library passes on what they give it",
		"host":       "a duty of the program around the client, towards its users",
		"docs":       "about documentation, not frames",
		"auth":       "about HTTP authorisation, of which nothing is implemented",
		"http":       "about HTTP headers",
		"logs":       "about logs; nothing of it is written to the pipe",
		"sum":        "the sum of other clauses",
		"tasks":      "tasks are an option that neither our server nor our client declares",
		"deprecated": "advice about what to build on",
		"rate":       "how much a program tells is the handler's choice; what waits unsent is bounded",
		"system":     "about the operating system's own means",
		"none":       "nothing of the kind is done",
		"still":      "progress moves no limit of the server's own requests",
		"schema":     "the client hands structured content on as it came; who asked has the schema",
	}
}
