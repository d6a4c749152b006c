package check

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/protocol"
)

// WriteText writes the report for people. The last line is the summary.
func (r *Report) WriteText(w io.Writer) error { return r.writeText(w, false) }

func (r *Report) writeText(w io.Writer, verbose bool) error {
	b := bufio.NewWriter(w)
	r.head(b)
	r.table(b)
	for _, f := range r.Failures {
		if err := f.write(b, verbose); err != nil {
			return err
		}
	}
	fmt.Fprintln(b, r.Summary())
	return b.Flush()
}

// Summary is the last line of the report.
func (r *Report) Summary() string {
	return fmt.Sprintf("eralock check: %s, %s, %s, %s, %.1f s, policy %s",
		count(r.Violations(), "violation"), count(r.Warnings(), "warning"), count(r.exercised(), "clause"),
		count(r.Schedules, "schedule"), r.Took.Seconds(), r.Policy)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (r *Report) head(w io.Writer) {
	fmt.Fprintf(w, "command      %s\n", strings.Join(r.Command, " "))
	if r.Server != "" {
		fmt.Fprintf(w, "server       %s\n", r.Server)
	}
	fmt.Fprintf(w, "era policy   %s\n", r.Policy)
	if r.Fingerprint != "" {
		fmt.Fprintf(w, "             %s\n", r.Fingerprint)
	}
	for _, why := range r.Skipped {
		fmt.Fprintf(w, "left out     %s\n", why)
	}
	for _, what := range r.Unconfirmed {
		fmt.Fprintf(w, "not counted  %s\n", what)
	}
	fmt.Fprintln(w)
}

func (r *Report) table(w io.Writer) {
	var idle []string
	for _, v := range r.Verdicts {
		switch v.Status {
		case None:
			idle = append(idle, v.Clause.ID)
		case Pass:
			fmt.Fprintf(w, "PASS %4d   %-12s %-10s %s\n", v.Passes, v.Clause.ID, v.Clause.Level, v.Clause.Rule)
		default:
			fmt.Fprintf(w, "%s %4d   %-12s %-10s %s\n", v.Status, v.Fails, v.Clause.ID, v.Clause.Level, v.Clause.Rule)
		}
	}
	if len(idle) > 0 {
		fmt.Fprintf(w, "not exercised: %s\n", strings.Join(idle, ", "))
	}
	fmt.Fprintln(w)
}

// write tells of a failure; of a warning the exchange only when asked to.
func (f *Failure) write(w io.Writer, verbose bool) error {
	word := Fail
	if !f.Clause.Binding() {
		word = Warn
	}
	fmt.Fprintf(w, "%s %s (%s): %s\n", word, f.Clause.ID, f.Clause.Level, f.Why)
	fmt.Fprintf(w, "  rule      %s\n", f.Clause.Rule)
	fmt.Fprintf(w, "  remedy    %s\n", f.Clause.Remedy)
	fmt.Fprintf(w, "  schedule  %s: %d of %d plays; in %s of the run\n", f.Schedule, f.Bad, f.Of, count(f.Seen, "schedule"))
	if word == Fail || verbose {
		fmt.Fprintln(w)
		if err := trace.Columns(w, f.Exchange(), trace.Layout{Indent: "  ", Short: short}); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

// Exchange is the conversation that shows the failure, with a mark at the
// place where it shows.
func (f *Failure) Exchange() []trace.Record {
	var all []trace.Record
	for i, r := range f.exchange.records {
		all = append(all, r)
		if i == f.record {
			all = append(all, trace.Record{At: r.At, Kind: trace.Mark, Note: f.Clause.ID + ": " + f.Why})
		}
	}
	return all
}

// short leaves out of a line what is the same in every line.
func short(line []byte) []byte {
	const info = `,"` + protocol.KeyClientInfo + `":{"name":"eralock-check","version":"1"}`
	line = bytes.Replace(line, []byte(info), nil, 1)
	for _, cut := range []struct{ from, to string }{
		{`"jsonrpc":"2.0",`, ""},
		{`,"jsonrpc":"2.0"`, ""},
		{protocol.MetaPrefix, "…/"},
		{`"…/protocolVersion":"` + protocol.Version20260728 + `","…/clientCapabilities":{}`, "ENVELOPE"},
	} {
		line = bytes.ReplaceAll(line, []byte(cut.from), []byte(cut.to))
	}
	return line
}
