package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// listen prints events until the subscription, or the user's patience, ends.
func listen(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	filter := protocol.Filter{ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true}
	if f.args != nil {
		var err error
		if filter, err = protocol.ParseFilter(f.args); err != nil {
			return usage(std, "call", "the filter: %v", err)
		}
	}
	sub, err := c.Listen(ctx, filter)
	if err != nil {
		return callFailed(std, err)
	}
	granted, err := protocol.Marshal(sub.Filter())
	if err == nil {
		fmt.Fprintf(std.err, "eralock call: listening for %s\n", granted)
	}
	for {
		event, err := sub.Next(ctx)
		switch {
		case errors.Is(err, client.ErrCancelled): // interrupted
			return exitOK
		case errors.Is(err, client.ErrEnded):
			return listenEnded(std, sub)
		}
		if printEvent(std, f, event) != nil {
			return exitUsage // call says why
		}
	}
}

func listenEnded(std stdio, sub *client.Subscription) int {
	if err := sub.Err(); err != nil {
		callFailed(std, err)
		return exitFound
	}
	fmt.Fprintf(std.err, "eralock call: the subscription has ended: %s\n", sub.End())
	return exitOK
}

func printEvent(std stdio, f callFlags, event client.Event) error {
	if f.json {
		shown := map[string]string{"method": event.Method}
		if event.URI != "" {
			shown["uri"] = event.URI
		}
		b, _ := protocol.Marshal(shown) // strings always encode
		_, err := fmt.Fprintf(std.out, "%s\n", b)
		return err
	}
	line := event.Method
	if event.URI != "" {
		line += " " + event.URI
	}
	_, err := fmt.Fprintln(std.out, line)
	return err
}
