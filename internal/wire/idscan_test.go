package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func scanID(line string) string {
	var scan idScan
	for i := range len(line) { // byte by byte: it must not depend on the parts
		scan.feed([]byte(line[i : i+1]))
	}
	var whole idScan
	whole.feed([]byte(line))
	if string(whole.id()) != string(scan.id()) {
		panic("the id depends on the parts")
	}
	return string(scan.id())
}

func TestIDOfALongLine(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"x":2}`:                          "1",
		`{"x":2,"id":1}`:                          "1",
		`{ "x" : 2 , "id" : "a" }`:                `"a"`,
		`{"id":"a\"b\\","x":"`:                    `"a\"b\\"`,
		`{"id":-12e3}`:                            "-12e3",
		`{"i\u0064":1}`:                           "1",
		`{"\u0069\u0064":1}`:                      "1",
		`{"\u0069\u0064x":1}`:                     "",
		`{"ID":1}`:                                "",
		`{"x":{"id":1}}`:                          "",
		`{"x":[{"id":1}],"id":2}`:                 "2",
		`{"x":[[{"id":1}]],"y":{"id":{}},"id":2}`: "2",
		`{"x":"\"id\":1","id":2}`:                 "2",
		`{"x":"{\"id\":1","id":2}`:                "2",
		`{"x":"\\","id":2}`:                       "2",
		`{"x":"id","id":2}`:                       "2",
		`{"id":1,"id":2}`:                         "",
		`{"id":1,"i\u0064":1}`:                    "",
		`{"id":1,"id":{}}`:                        "",
		`{"id":{"id":1}}`:                         "",
		`{"id":[1]}`:                              "",
		`{"id":null}`:                             "",
		`{"id":true}`:                             "",
		`{"id":1.5}`:                              "",
		`{"id":01}`:                               "",
		`{"id":1 2}`:                              "",
		`{"id":1"a"}`:                             "",
		`{"id":1{}}`:                              "",
		`{"id":}`:                                 "",
		`{"id"}`:                                  "",
		`{"id":1`:                                 "", // perhaps 12
		`{"id":1,`:                                "1",
		`{"id":"a`:                                "",
		`{"id":"\x"}`:                             "",
		"{\"id\":\"\xff\"}":                       "",
		`{"id":"\ud800"}`:                         `"\ud800"`,
		`[{"id":1}]`:                              "",
		`"id":1`:                                  "",
		`{"id":1} {"id":1}`:                       "",
		`{"id":1} {"x":1}`:                        "",
		`{"id":"a"`:                               `"a"`,
		`{"id":1} x`:                              "",
		` {"id":1} `:                              "1",
		``:                                        "",
		`xxxx`:                                    "",
		`{"id":` + strings.Repeat("9", 128) + `}`:           strings.Repeat("9", 128),
		`{"id":` + strings.Repeat("9", 129) + `}`:           "",
		`{"id":"` + strings.Repeat("a", maxScanID-2) + `"}`: `"` + strings.Repeat("a", maxScanID-2) + `"`,
		`{"id":"` + strings.Repeat("a", maxScanID-1) + `"}`: "",
		`{"id":"` + strings.Repeat("a", maxScanID*9) + `"}`: "",
		`{"` + strings.Repeat("id", 999) + `":1,"id":2}`:    "2",
	} {
		require.Equal(t, want, scanID(line), "%.100s", line)
	}
}

func TestIDScanMemory(t *testing.T) {
	var scan idScan
	scan.feed([]byte(`{"x":`))
	for range 1000 {
		scan.feed([]byte(strings.Repeat(`[{"id":"`, 100) + strings.Repeat("z", 1000) + `"}`))
	}
	require.LessOrEqual(t, cap(scan.token)+cap(scan.kept), 4*maxScanID)
	for _, begin := range []string{`{"`, `{"id":"`, `{"id":1`, `{"x":"`} {
		scan = idScan{}
		scan.feed([]byte(begin))
		for range 1000 {
			scan.feed([]byte(strings.Repeat("1", 1000)))
		}
		require.LessOrEqual(t, cap(scan.token)+cap(scan.kept), 4*maxScanID, begin)
	}
}

// What the scan finds in any object is what a JSON decoder finds.
func TestIDScanAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := drawObject(t, 3)
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(line), &members), line)
		want := string(members["id"])
		if !validID([]byte(want)) {
			want = ""
		}
		if got := scanID(line); got != want {
			t.Fatalf("%s: got %q, want %q", line, got, want)
		}
	})
}

// drawObject draws an object without duplicate names.
func drawObject(t *rapid.T, depth int) string {
	names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{`"id"`, `"a"`, `"b\""`, `"\\"`, `"\u0041"`, `"é"`, `""`}), rapid.ID).Draw(t, "names")
	var members []string
	for _, name := range names {
		members = append(members, drawSpace(t)+name+drawSpace(t)+":"+drawSpace(t)+drawValue(t, depth-1)+drawSpace(t))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func drawValue(t *rapid.T, depth int) string {
	kinds := 3
	if depth > 0 {
		kinds = 5
	}
	switch rapid.IntRange(1, kinds).Draw(t, "kind") {
	case 1:
		return rapid.SampledFrom([]string{"null", "true", "false", "0", "-1", "1.5", "12e3", "1E-9"}).Draw(t, "plain")
	case 2:
		return rapid.SampledFrom([]string{`""`, `"id"`, `"\"id\":1"`, `"\\"`, `"{"`, `"]"`, `"a\u0062"`, `"é"`}).Draw(t, "string")
	case 3:
		return drawSpace(t) + "[]"
	case 4:
		var elements []string
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			elements = append(elements, drawValue(t, depth-1))
		}
		return "[" + strings.Join(elements, drawSpace(t)+","+drawSpace(t)) + "]"
	}
	return drawObject(t, depth)
}

func drawSpace(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", " ", "\t\r"}).Draw(t, "space")
}
