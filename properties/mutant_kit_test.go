package properties

import (
	"fmt"
	"strings"
	"time"

	"github.com/eralock/eralock/server"
)

// What mutants are made of.

func plainly(m mutant) func() mutant { return func() mutant { return m } }

func with(options ...server.Option) func() mutant { return plainly(mutant{options: options}) }

// says changes lines of the server that contain words.
func says(words string, change func(line string) string) func() mutant {
	return plainly(mutant{out: func(w *wires, l spoken) bool {
		if !l.has(words) {
			return true
		}
		w.say(change(l.text))
		return false
	}})
}

// hears changes lines of the client that contain words, before the server reads
// them.
func hears(words string, change func(line string) string) func() mutant {
	return plainly(mutant{in: func(w *wires, l spoken) bool {
		if !l.has(words) {
			return true
		}
		w.tell(change(l.text))
		return false
	}})
}

func lost(string) string                     { return "" }
func twice(line string) string               { return line + line }
func before(line string) func(string) string { return func(l string) string { return line + "\n" + l } }

func swapped(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }

// lately says something about each cancelled request, when the next answer shows
// that the cancel was read. deaf keeps the cancels from the server.
func lately(deaf bool, words func(id string) string) func() mutant {
	return func() mutant {
		var gone []string
		return mutant{
			in: func(_ *wires, l spoken) bool {
				if l.Method != "notifications/cancelled" || len(l.Params.RequestID) == 0 {
					return true
				}
				gone = append(gone, string(l.Params.RequestID))
				return !deaf
			},
			out: func(w *wires, l spoken) bool {
				w.say(l.text)
				if l.response() {
					for _, id := range gone {
						w.say(words(id))
					}
					gone = nil
				}
				return false
			},
		}
	}
}

// errorLine answers an id with an error; without an id there is none in it.
func errorLine(id string, code int, message string) string {
	if id != "" {
		id = `"id":` + id + ","
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0",%s"error":{"code":%d,"message":%q}}`+"\n", id, code, message)
}

func resultLine(id, result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id, result)
}

const initializeResult = `{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"mutant","version":"1"}}`

// answers takes requests of a method from the server and answers them itself.
func answers(when func(*spoken) bool, words func(*spoken) string) func() mutant {
	return plainly(mutant{in: func(w *wires, l spoken) bool {
		if !when(&l) {
			return true
		}
		w.say(words(&l))
		return false
	}})
}

func method(name string, modern bool) func(*spoken) bool {
	return func(l *spoken) bool { return l.Method == name && l.ID != nil && l.modern() == modern }
}

func unreadable(l *spoken) bool {
	text := strings.TrimSpace(strings.TrimPrefix(l.text, "\ufeff"))
	return text != "" && l.Method == "" && !l.response()
}

// oneByOne hands the server what comes behind a call when that was answered.
func oneByOne() mutant {
	call := ""
	var behind []string
	pass := func(l spoken) bool {
		if call != "" {
			behind = append(behind, l.text)
			return false
		}
		if l.Method == "tools/call" {
			call = string(l.ID)
		}
		return true
	}
	return mutant{
		in: func(_ *wires, l spoken) bool { return pass(l) },
		out: func(w *wires, l spoken) bool {
			if l.response() && string(l.ID) == call {
				waiting := behind
				call, behind = "", nil
				for _, line := range waiting {
					if pass(spokenOf([]byte(line))) {
						w.tell(line)
					}
				}
			}
			return true
		},
		eof: func(w *wires) bool { // it is behind them too
			for busy := true; busy; {
				time.Sleep(time.Second)
				done := w.turn.take()
				busy = call != ""
				done()
			}
			return true
		},
	}
}
