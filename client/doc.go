// Package client talks to any MCP server over stdio, of either era.
//
//	c, err := client.Connect(ctx, client.Command("node", "server.mjs"))
//	if err != nil {
//		return err // the process, if there was one, is gone
//	}
//	defer c.Close()
//	res, err := c.CallTool(ctx, "echo", map[string]any{"text": "hi"}, client.OnProgress(show))
//	if err != nil {
//		return err
//	}
//	for _, part := range res.Content {
//		fmt.Println(part.Text)
//	}
//	sub, err := c.Listen(ctx, protocol.Filter{ToolsListChanged: true})
//	if err != nil {
//		return err
//	}
//	for event := range sub.Events() {
//		fmt.Println(event.Method)
//	}
//
// [Connect] starts the server, finds out its era and returns when that is
// settled. In [Auto] mode it probes with server/discover and falls back to
// initialize when the answer is not a modern server's (rules B1 to B4). A
// process that is lost is started again by the next call, or by a live
// subscription, and its era is found out anew. [New] starts nothing until the
// first call needs it.
//
// What a server asks of its client, a form to fill in, a sample of a model, the
// roots, is answered by handlers ([OnElicit], [OnSample], [OnRoots]), in both
// eras by the same ones: a legacy server sends requests, a modern one answers a
// call with what it lacks, and the call is sent again with it. Where else the
// eras differ one method serves both (rules B11): [Client.Ping],
// [Client.SetLogLevel], [Client.SubscribeResource], [Client.SetRoots].
//
// # What to read first
//
// client.go is the life of a Client. A call becomes a record (record.go), the
// session (machine.ClientSession) decides what happens to it, and perform.go
// does what the session says. link.go is one process or one pair of streams:
// start.go opens it, role.go says who reads it: a goroutine of the link, or a
// caller that has to wait anyway; reader.go and inbound.go turn its lines into inputs of the
// session, writer.go writes what waits, supervise.go and shutdown.go see it to
// its end. negotiate.go judges the answers on which the era depends. rounds.go
// goes on with a call that needs input, ask.go answers a legacy server, and
// fulfil.go is what both ask of the host.
//
// # Promises
//
// Nothing hangs: every request has a time limit, every wait ends with its
// context, and Close ends the process within its graces whatever it does. A
// caller hears of each call exactly once. When a context ends or a time limit
// passes the server is told once, and never before it was sent the request.
// What the server writes beside the protocol is skipped and counted; a line
// over the limit ends the connection.
//
// No process outlives Close or a failed Connect, nor, on Linux, the host itself,
// whatever that dies of: the kernel kills the process then. What the process has
// started, and a server on another system, are told by the end of the input
// only; one that does not care for that stays.
//
// All methods may be called concurrently.
//
// "Rules", "decisions" and ids such as S-CANCEL-1 are clauses: each has a line
// in spec-notes/clauses.md or traceability.md.
package client
