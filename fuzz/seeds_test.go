package fuzz

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
)

// typedIDs are ids of every kind.
var typedIDs = []string{"1", `"1"`, "0", `""`, "-7", "9007199254740993", "1.0", "1e2", `"é\u2028\ud800"`}

// typedFrames are typed frames of every class, each with another id.
func typedFrames() (all [][]byte) {
	for c := range model.Class(model.Classes) {
		s := properties.Sample{Class: c, ID: typedIDs[int(c)%len(typedIDs)]}
		all = append(all, s.Line())
		if c == model.ClassEnveloped || c == model.ClassBare {
			s.Tool, s.Arguments, s.Token = "echo", `{"text":"hi"}`, `"t"`
			all = append(all, s.Line())
		}
		if c == model.ClassInitialize {
			s.Version = "2024-11-05"
			all = append(all, s.Line())
		}
	}
	return all
}

// streams are frames alone, together, and with what stands between lines.
func streams() (all [][]byte) {
	all = append(typedFrames(),
		bytes.Join(typedFrames(), nil),
		[]byte("\ufeff{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\r\n \t\r\n\r\n{}\n[]"),
		[]byte("{\"\\u0069d\":\"a\\\"}\",\"x\":{\"id\":2},\"y\":[{\"id\":3}]}\n"),
		[]byte("{\"id\":1,\"a\":{\"b\":1,\"b\":2}}\n{\"id\":1,\"id\":1}\n{\"id\":1,\"\\u0069d\":2}\n"),
		[]byte(strings.Repeat("[", 20)+strings.Repeat("]", 20)+"\n"),
		[]byte("{\"method\":\"\xff\"}\n\x00\n"),
	)
	return all
}

// rungLines are lines for every rung of the ladder that a typed frame does not
// reach.
func rungLines() (all [][]byte) {
	all = typedFrames()
	for _, s := range []properties.Sample{
		{Class: model.ClassInitialize, ID: "7", Version: "2026-07-28"}, {Class: model.ClassInitialize, ID: `""`, Version: "1.0"},
		{Class: model.ClassListen, ID: `"L"`, Filter: `{"resourceSubscriptions":["a",7]}`}, {Class: model.ClassListen, ID: "0", Filter: `{}`},
		{Class: model.ClassEnveloped, ID: "1e2", Tool: "no such tool"}, {Class: model.ClassBare, ID: "-0", Tool: "echo", Arguments: `{"text":7}`},
	} {
		all = append(all, s.Line())
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}`
	for _, tail := range []string{
		`"id":1,"method":"tools/list","params":[]}`, `"id":1,"method":"tools/list","params":[[]]}`, `"id":null,"method":"notifications/x"}`,
		`"id":null,"method":"tools/list"}`, `"id":1,"method":"tools/list","params":{"_meta":7}}`, `"id":1,"method":"initialize","params":{"_meta":7}}`,
		`"id":1,"method":"tools/list","params":{` + meta + `,"io.modelcontextprotocol/clientInfo":7}}}`,
		`"id":1,"method":"tools/list","params":{` + meta + `,"io.modelcontextprotocol/logLevel":"loud"}}}`,
		`"id":1,"method":"tools/list","method":"ping"}`, `"id":1,"id":1,"method":"ping"}`, `"id":1,"method":"ping","result":{}}`, `"id":1,"error":{}}`,
	} {
		all = append(all, []byte(`{"jsonrpc":"2.0",`+tail+"\n"))
	}
	return all
}

// scripts are sessions: the frames of every class, under every policy, then
// exchanges in which something is decided.
func scripts() (all []string) {
	var every strings.Builder
	for _, f := range typedFrames() {
		if len(f) < properties.SampleLimit {
			every.Write(f)
			every.WriteString("!p0\n!w1\n")
		}
	}
	every.WriteString("!c0\n!E\n!r0\n!D\n")
	line := func(c model.Class, id string) string { return string(properties.Sample{Class: c, ID: id}.Line()) }
	for p := range model.Policies() {
		for _, flags := range []string{"", "g", "sf", "lm"} {
			all = append(all, fmt.Sprintf("%d%s\n%s", p, flags, every.String()))
		}
		for _, exchange := range [][]string{
			{line(model.ClassListen, "1"), line(model.ClassInitialize, "2"), "!c0\n", "!E\n"},                                                                                           // no hijack
			{line(model.ClassEnveloped, "1"), "!p0\n", line(model.ClassCancelled, "1"), "!p0\n", "!r0\n", "!w\n"},                                                                       // silence
			{line(model.ClassEnveloped, "1"), "!r0\n", line(model.ClassCancelled, "1"), "!w\n"},                                                                                         // the pinned answer
			{line(model.ClassEnveloped, "1"), "!p0\n", "!r0\n", line(model.ClassCancelled, "1"), "!w\n"},                                                                                // the answer behind a pinned frame
			{line(model.ClassListen, "1"), line(model.ClassCancelled, "1"), line(model.ClassListen, "1"), "!e0\n", line(model.ClassListen, "2"), "!o0\n", line(model.ClassListen, "3")}, // slots
			{line(model.ClassEnveloped, "1"), line(model.ClassInitialize, "2"), "!r0\n", line(model.ClassEnveloped, "3")},
			{line(model.ClassDiscover, "1"), line(model.ClassInitialize, "2"), line(model.ClassInitialized, ""), line(model.ClassBare, "3"), "!k0\n", "!x0\n", "!y0\n"},
			{line(model.ClassInitialize, "1"), line(model.ClassBare, "2"), "!k0\n", line(model.ClassCancelled, "2"), line(model.ClassBare, "2"), "!C\n", "!D\n"},
			{line(model.ClassEnveloped, "1"), line(model.ClassEnveloped, "1.0"), line(model.ClassListen, `"1"`), "!o0\n", "!z0\n", "!B\n", "!f0\n"},
		} {
			all = append(all, fmt.Sprintf("%d\n%s", p, strings.Join(exchange, "")))
		}
	}
	return all
}
