package properties

import (
	"errors"
	"testing"
	"time"
)

// Client runs the properties of a client against the one that dial starts, as
// subtests where t is a *testing.T. The suite plays the server.
//
// The client under test is a small program on top of the client that is meant,
// in any language. It
//
//  1. connects to the server that its last arguments start,
//  2. lists the tools, and calls every one of them, with empty arguments, all
//     at once if it can,
//  3. cancels a call whose tool's name begins with "cancel", when the first
//     progress comes, or after 100 ms,
//  4. writes a line to its standard output when a call ends: NAME ok TEXT, with
//     the first text of the result, NAME error, or NAME cancelled,
//  5. closes the connection and exits. Where it cannot connect or list it
//     closes and exits at once.
//
// With the official TypeScript SDK:
//
//	const [command, ...args] = process.argv.slice(2)
//	const c = new Client({name: 'mine', version: '1'})
//	await c.connect(new StdioClientTransport({command, args}))
//	const {tools} = await c.listTools()
//	await Promise.all(tools.map(async ({name}) => {
//	  const stop = new AbortController()
//	  if (name.startsWith('cancel')) setTimeout(() => stop.abort(), 100)
//	  await c.callTool({name, arguments: {}}, undefined, {signal: stop.signal}).then(
//	    r => console.log(name, 'ok', r.content[0].text), () => console.log(name, stop.signal.aborted ? 'cancelled' : 'error'))
//	}))
//	await c.close()
//
// and in the test
//
//	properties.Client(t, properties.ClientCommand("node", "client.mjs"))
//
// A property that belongs to an era which the client does not speak is skipped;
// a client that calls nothing in either fails them all.
func Client(t testing.TB, dial ClientDial, options ...Option) {
	t.Helper()
	Relay()
	CheckClient(dial, append([]Option{func(s *settings) { s.test = t.Name() }}, options...)...).tell(t)
}

// CheckClient is Client for a program: it returns what was found out. With
// [ClientCommand] the program has to call [Relay] before anything else.
func CheckClient(dial ClientDial, options ...Option) *Report {
	start := time.Now()
	s := &clientSuite{trial: newTrial("the client", options), dial: dial}
	if s.mistaken(ClientProperties()) {
		return s.report
	}
	s.findEras()
	all := clientProperties()
	for i, p := range all {
		if s.looksInto(p.claim) {
			s.generated(p, len(all)-i)
		}
	}
	s.report.Took = time.Since(start)
	return s.report
}

// ClientProperties are the names of the properties of a client, in order.
func ClientProperties() (names []string) {
	for _, p := range clientProperties() {
		names = append(names, p.name)
	}
	return names
}

// clientSuite is one run of the properties against one client.
type clientSuite struct {
	trial
	dial ClientDial
}

// clientProperty is a statement about a client.
type clientProperty struct {
	claim
	cast func(*clientSuite) cast
}

var errIdle = errors.New("the client has called no tool, neither of a server of 2026-07-28 nor of one before")

// findEras lets the client meet a plain server of each era.
func (s *clientSuite) findEras() {
	var told []string
	var failed []error
	for i, era := range []hostEra{hostModern, hostLegacy} {
		by := *s
		if i == 0 {
			by.patience *= startup // it may have to be built
		}
		h := by.play(&cast{calls: 1}, persona{era: era, probe: oldAnswers[0], calls: 1}, nil)
		told, failed = append(told, h.String()), append(failed, h.failed)
		if ok := h.succeeded(); era == hostModern {
			s.modern = ok
		} else {
			s.legacy = ok
		}
	}
	if !s.modern && !s.legacy {
		s.mute, s.told = errIdle, told
		s.why = errors.Join(failed...)
	}
}

// generated plays exchanges of a property until one breaks what it states.
func (s *clientSuite) generated(p clientProperty, left int) {
	c := p.cast(s)
	if c.skip != "" {
		s.skip(p.claim, c.skip)
		return
	}
	refute(&s.trial, p.claim, left, c.generator(), func(seed int, turns []turn) ([]fault, string) {
		h := s.play(&c, c.persona(s, seed), turns)
		return h.judged(), h.String()
	})
}

// play runs the client once.
func (s *clientSuite) play(c *cast, p persona, turns []turn) *Host {
	s.report.Exchanges++
	h := newHost(s, c, p, turns)
	h.failed = s.dial(h)
	return h
}
