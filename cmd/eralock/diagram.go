package main

import (
	"context"
	"strings"

	"github.com/eralock/eralock/internal/export"
	"github.com/eralock/eralock/model"
)

func runDiagram(_ context.Context, std stdio, args []string) int {
	var names []string
	for _, sh := range model.Sheets() {
		names = append(names, "  "+sh.Name)
	}
	fs := flags("diagram", "diagram [flags] MACHINE", "Draw a state machine from its table. Machines (a unique beginning will do):\n"+strings.Join(names, "\n")+"\n")
	format := fs.String("format", export.Formats()[0], "`FORMAT`: "+strings.Join(export.Formats(), ", "))
	if code, done := parse(std, fs, args); done {
		return code
	}
	if fs.NArg() != 1 {
		return usage(std, "diagram", "name one machine: %s", strings.Join(trim(names), ", "))
	}
	sh, err := export.Find(model.Sheets(), fs.Arg(0))
	if err != nil {
		return usage(std, "diagram", "%v", err)
	}
	if err := export.Render(std.out, *format, sh); err != nil {
		return usage(std, "diagram", "%v", err)
	}
	return exitOK
}

func trim(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.TrimSpace(n)
	}
	return out
}
