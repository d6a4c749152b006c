package client_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// What went wrong in the framing of other clients, by the ids of the reports.

func isLost(err error) bool {
	return errors.As(err, new(*client.ConnectionLostError)) || errors.Is(err, client.ErrNotRestartable)
}

// text is the result of an echo.
func text(s string) string { return `{"content":[{"type":"text","text":"` + s + `"}]}` }

func answerTo(l line, result string) string {
	return `{"jsonrpc":"2.0","id":` + string(l.ID) + `,"result":` + result + "}\n"
}

// calls starts n echoes and returns their lines, in order.
func calls(t *testing.T, c *client.Client, p *peer, n int) (outs []<-chan outcome[*protocol.CallToolResult], lines []line) {
	for range n {
		outs = append(outs, spawn(echo(t.Context(), c)))
		lines = append(lines, p.next("tools/call"))
	}
	return outs, lines
}

// B041, B121: an error or a result without a usable id is nobody's; the call
// behind it is answered all the same. Errors without one are messages: the
// server could not read something. The rest is counted.
func TestBugB041AnswersWithoutAnID(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			outs, lines := calls(t, c, p, 1)
			stray := []string{
				`"id":null,"error":{"code":-32700,"message":"Parse error"}`, `"error":{"code":-32700,"message":"Parse error"}`,
				`"result":{"tools":[]}`, `"id":null,"result":{"tools":[]}`, `"id":{},"result":{}`,
			}
			for _, s := range stray {
				p.send("%s", s)
			}
			p.quiet()
			p.result(lines[0].ID, echoed)
			require.NoError(t, (<-outs[0]).err)
			require.Equal(t, len(stray)-2, c.Skipped())
		})
	}
}

// B055: lines that are no JSON are skipped, blank ones are nothing.
func TestBugB055NoiseBeforeTheAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		outs, lines := calls(t, c, p, 1)
		io.WriteString(p.out, "Server starting...\n\n"+answerTo(lines[0], echoed))
		require.NoError(t, (<-outs[0]).err)
		require.Equal(t, 1, c.Skipped())
	})
}

// B056: characters survive any cut of the stream.
func TestBugB056ByteByByte(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		outs, lines := calls(t, c, p, 1)
		for _, b := range []byte(answerTo(lines[0], text("— 😀 한"))) {
			p.out.Write([]byte{b})
		}
		o := <-outs[0]
		require.NoError(t, o.err)
		require.Equal(t, "— 😀 한", o.value.Content[0].Text)
	})
}

// B057: a byte order mark before a line and a CR after it are stripped; one in
// a string is part of it.
func TestBugB057ByteOrderMark(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		outs, lines := calls(t, c, p, 1)
		io.WriteString(p.out, "\ufeff"+strings.TrimSuffix(answerTo(lines[0], text("a\ufeffb")), "\n")+"\r\n")
		o := <-outs[0]
		require.NoError(t, o.err)
		require.Equal(t, "a\ufeffb", o.value.Content[0].Text)
	})
}

// B061, B064: lines come in any number of reads, and several in one; a bad line
// does not hold up those behind it.
func TestBugB061AnyChunks(t *testing.T) {
	for _, chunks := range [][]int{{}, {30}, {30, 150}, {1, 2, 3, 90, 91, 92}} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, modern)
			outs, lines := calls(t, c, p, 3)
			all := "not json\n" + answerTo(lines[0], text("0")) + "\n" + answerTo(lines[1], text("1")) + answerTo(lines[2], text("2"))
			at := 0
			for _, cut := range append(chunks, len(all)) {
				io.WriteString(p.out, all[at:cut])
				synctest.Wait()
				at = cut
			}
			for i, out := range outs {
				o := <-out
				require.NoError(t, o.err)
				require.Equal(t, fmt.Sprint(i), o.value.Content[0].Text)
			}
		})
	}
}

// B063, B118: many calls at once with long answers, in any order and in pieces:
// ids are unique, everybody gets their own.
func TestBugB063EveryCallOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		outs, lines := calls(t, c, p, 200)
		seen := map[string]bool{}
		var b strings.Builder
		for i := range lines {
			l := lines[len(lines)-1-i]
			require.False(t, seen[string(l.ID)], l.text)
			seen[string(l.ID)] = true
			b.WriteString(answerTo(l, text(strings.Repeat("y", 64<<10)+string(l.ID))))
		}
		for rest := b.String(); rest != ""; {
			n := min(10_007, len(rest))
			io.WriteString(p.out, rest[:n])
			rest = rest[n:]
		}
		for i, out := range outs {
			o := <-out
			require.NoError(t, o.err)
			require.Equal(t, string(lines[i].ID), o.value.Content[0].Text[64<<10:])
		}
	})
}

// B065: a line up to the documented limit passes, one beyond it is the end; the
// limit is an option.
func TestBugB065LongLines(t *testing.T) {
	for _, tc := range []struct {
		size int
		opts []client.Option
		ok   bool
	}{
		{4<<20 - 1000, nil, true},
		{5 << 20, nil, false},
		{5 << 20, []client.Option{client.MaxLineBytes(6 << 20)}, true},
	} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, modern, tc.opts...)
			outs, lines := calls(t, c, p, 1)
			go io.WriteString(p.out, answerTo(lines[0], text(strings.Repeat("a", tc.size))))
			o := <-outs[0]
			if !tc.ok {
				require.ErrorIs(t, o.err, client.ErrLineTooLong)
				return
			}
			require.NoError(t, o.err)
			require.Len(t, o.value.Content[0].Text, tc.size)
		})
	}
}

// B066: a last line that the end of the stream ends is a message like others.
// One that never ends is TestEndlessLine's.
func TestBugB066LastLineWithoutItsEnd(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		outs, lines := calls(t, c, p, 1)
		io.WriteString(p.out, strings.TrimSuffix(answerTo(lines[0], echoed), "\n"))
		p.exit()
		require.NoError(t, (<-outs[0]).err)
	})
}

// B070: text is UTF-8 on the pipe, and not escaped, whatever the locale.
func TestBugB070UTF8(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(func() (*protocol.CallToolResult, error) {
			return c.CallTool(t.Context(), "echo", map[string]string{"text": "你好 😀"})
		})
		l := p.next("tools/call")
		require.Contains(t, l.text, `"你好 😀"`)
		p.result(l.ID, text("你好 😀"))
		o := <-out
		require.NoError(t, o.err)
		require.Equal(t, "你好 😀", o.value.Content[0].Text)
	})
}

// B071: a header is a line that is no JSON. What we write has none: every line
// that a peer of these tests reads is parsed.
func TestBugB071ContentLength(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		outs, lines := calls(t, c, p, 1)
		io.WriteString(p.out, "Content-Length: 52\r\n\r\n"+answerTo(lines[0], echoed))
		require.NoError(t, (<-outs[0]).err)
		require.Equal(t, 1, c.Skipped())
	})
}

// B075, B143: a notification needs no params, and need not be known.
func TestBugB075AnyNotification(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		heard := make(chan string, 9)
		c, p := connect(t, legacy, client.OnNotification(func(n client.Notification) { heard <- n.Method + string(n.Params) }))
		outs, lines := calls(t, c, p, 1)
		p.send(`"method":"notifications/tools/list_changed"`)
		p.send(`"method":"window/logMessage","params":{"type":3,"message":"hi"}`)
		p.send(`"method":"notifications/stderr","params":{"content":"x"}`)
		p.result(lines[0].ID, echoed)
		require.NoError(t, (<-outs[0]).err)
		require.Equal(t, "notifications/tools/list_changed", <-heard)
		require.Equal(t, `window/logMessage{"type":3,"message":"hi"}`, <-heard)
		require.Equal(t, `notifications/stderr{"content":"x"}`, <-heard)
		require.Zero(t, c.Skipped())
	})
}
