package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// listen prints events until the subscription, or the user's patience, ends.
func listen(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	filter := protocol.Filter{ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true}
	if f.args != nil {
		filter, _ = protocol.ParseFilter(f.args) // it was checked
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

// checkFilter refuses a filter that nothing would ever pass because a member is
// misspelt: servers ignore what they do not know.
func checkFilter(args jsontext.Value) error {
	if _, err := protocol.ParseFilter(args); err != nil {
		return fmt.Errorf("the filter: %w", err)
	}
	all, _ := protocol.Marshal(protocol.Filter{ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true, ResourceSubscriptions: []string{""}})
	known := membersOf(all)
	for _, name := range membersOf(args) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("the filter has no member %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

func membersOf(object jsontext.Value) []string {
	var members map[string]jsontext.Value
	if protocol.Unmarshal(object, &members) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(members))
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
		line += " " + firstLine(event.URI)
	}
	_, err := fmt.Fprintln(std.out, line)
	return err
}
