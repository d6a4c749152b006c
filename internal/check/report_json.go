package check

import (
	"bytes"
	"io"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/protocol"
)

type jsonReport struct {
	Command     []string      `json:"command"`
	Server      string        `json:"server"`
	Policy      string        `json:"policy"`
	Fingerprint string        `json:"fingerprint"`
	Violations  int           `json:"violations"`
	Warnings    int           `json:"warnings"`
	Schedules   int           `json:"schedules"`
	Seconds     float64       `json:"seconds"`
	Skipped     []string      `json:"skipped"`
	Unconfirmed []string      `json:"unconfirmed"`
	Clauses     []jsonVerdict `json:"clauses"`
	Failures    []jsonFailure `json:"failures"`
}

type jsonVerdict struct {
	ID     string `json:"id"`
	Level  string `json:"level"`
	Rule   string `json:"rule"`
	Status Status `json:"status"`
	Passes int    `json:"passes"`
	Fails  int    `json:"fails"`
}

type jsonFailure struct {
	Clause   string   `json:"clause"`
	Level    string   `json:"level"`
	Why      string   `json:"why"`
	Remedy   string   `json:"remedy"`
	Schedule string   `json:"schedule"`
	Bad      int      `json:"bad"`
	Plays    int      `json:"plays"`
	Exchange []string `json:"exchange"` // the lines of a trace
}

// WriteJSON writes the report as one JSON object on one line.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Command: r.Command, Server: r.Server, Policy: r.Policy, Fingerprint: r.Fingerprint,
		Violations: r.Violations(), Warnings: r.Warnings(), Schedules: r.Schedules, Seconds: r.Took.Seconds(), Skipped: r.Skipped, Unconfirmed: r.Unconfirmed,
	}
	for _, v := range r.Verdicts {
		out.Clauses = append(out.Clauses, jsonVerdict{v.Clause.ID, v.Clause.Level, v.Clause.Rule, v.Status, v.Passes, v.Fails})
	}
	for _, f := range r.Failures {
		lines, err := exchangeLines(f.Exchange())
		if err != nil {
			return err
		}
		out.Failures = append(out.Failures, jsonFailure{f.Clause.ID, f.Clause.Level, f.Why, f.Clause.Remedy, f.Schedule, f.Bad, f.Of, lines})
	}
	data, err := protocol.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func exchangeLines(records []trace.Record) ([]string, error) {
	var buf bytes.Buffer
	if err := trace.WriteLines(&buf, records); err != nil {
		return nil, err
	}
	var lines []string
	for line := range bytes.SplitSeq(bytes.TrimSpace(buf.Bytes()), []byte("\n")) {
		lines = append(lines, string(line))
	}
	return lines, nil
}
