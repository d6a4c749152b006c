package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/protocol"
)

// printList prints a list, one entry a line: its name and what it is for.
func printList[T any](std stdio, f callFlags, member string, all []T, err error, entry func(T) (name, what string)) int {
	if err != nil {
		return callFailed(std, err)
	}
	return printResult(std, f, map[string]any{member: all}, func() {
		width := 0
		for _, item := range all {
			name, _ := entry(item)
			width = max(width, len(firstLine(name)))
		}
		for _, item := range all {
			name, what := entry(item)
			fmt.Fprintln(std.out, strings.TrimRight(fmt.Sprintf("%-*s  %s", width, firstLine(name), firstLine(what)), " "))
		}
	})
}

// printResult prints a result as the user wants it.
func printResult(std stdio, f callFlags, result any, text func()) int {
	if !f.json {
		text()
		return exitOK
	}
	if err := printJSON(std.out, result); err != nil {
		return callFailed(std, err)
	}
	return exitOK
}

// printContent prints texts as they are, and names what is no text.
func printContent(w io.Writer, content []protocol.Content, structured jsontext.Value) {
	for _, b := range content {
		switch {
		case b.Type == protocol.TypeText:
			fmt.Fprintln(w, b.Text)
		case b.Type == protocol.TypeImage, b.Type == protocol.TypeAudio:
			fmt.Fprintf(w, "[%s, %s, %d base64 characters]\n", b.Type, firstLine(b.MIMEType), len(b.Data))
		case b.Resource != nil:
			printResource(w, *b.Resource)
		case b.Link != nil:
			fmt.Fprintf(w, "[%s, %s]\n", b.Type, firstLine(b.Link.URI))
		default:
			fmt.Fprintf(w, "[%s]\n", firstLine(string(b.Type)))
		}
	}
	if len(content) == 0 && structured != nil {
		fmt.Fprintf(w, "%s\n", structured)
	}
}

func printResource(w io.Writer, r protocol.ResourceContents) {
	if r.Text != nil {
		fmt.Fprintln(w, *r.Text)
		return
	}
	size := 0
	if r.Blob != nil {
		size = len(*r.Blob)
	}
	fmt.Fprintf(w, "[%s, %s, %d base64 characters]\n", firstLine(r.URI), firstLine(or(r.MIMEType, "no type")), size)
}

func printJSON(w io.Writer, v any) error {
	b, err := protocol.Marshal(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s\n", b) // whether that was possible is for call to say
	return nil
}

// firstLine is what a server's text comes to in one line: what would move the
// cursor is not written.
func firstLine(s string) string {
	line, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	line = trace.Printable([]byte(line))
	if more {
		line += " …"
	}
	return line
}

// allLines is firstLine for a text that may have more of them.
func allLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = trace.Printable([]byte(line))
	}
	return strings.Join(lines, "\n")
}
