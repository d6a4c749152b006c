package server_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// What the search over the tables says that two policies answer differently,
// servers of both do answer differently, frame by frame as it says.
func TestPoliciesAreToldApartOnRealServers(t *testing.T) {
	policies := model.Policies()
	heard := map[string][][]string{} // by policy and conversation
	for i, p := range policies {
		for _, q := range policies[i+1:] {
			apart := model.Distinguish(model.NewSystem(p, false, 3), model.NewSystem(q, false, 3), 3, model.Roughly)
			apart = append(apart, model.Distinguish(model.NewSystem(p, false, 3), model.NewSystem(q, false, 3), 3, model.Exactly)...)
			for _, d := range apart {
				ofP, ofQ := converse(t, heard, p, d.Cues), converse(t, heard, q, d.Cues)
				require.Equal(t, words(d.A), ofP, "%s: %v", p, d.Cues)
				require.Equal(t, words(d.B), ofQ, "%s: %v", q, d.Cues)
				require.NotEqual(t, ofP, ofQ, d.Cues)
			}
		}
	}
	require.Greater(t, len(heard), 500)
}

func words(all [][]model.Seen) [][]string {
	out := make([][]string, len(all))
	for i, cue := range all {
		for _, s := range cue {
			out[i] = append(out[i], s.String())
		}
	}
	return out
}

// converse says the cues to a server of policy p, each when the one before is
// answered, and returns what came back for each.
func converse(t *testing.T, heard map[string][][]string, p model.Policy, cues []model.Cue) [][]string {
	key := fmt.Sprintf("%s: %q", p, cues)
	if _, ok := heard[key]; !ok {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, server.WithPolicy(p))
			g.tool("returns", func(context.Context, *server.Request) (string, error) { return "done", nil })
			g.tool("fails", func(context.Context, *server.Request) (string, error) {
				return "", &protocol.Error{Code: protocol.CodeInternalError, Message: "no"}
			})
			g.tool("speaks", func(_ context.Context, req *server.Request) (string, error) {
				if err := req.Progress(1, 0, ""); err != nil {
					return "", err
				}
				return "", &protocol.Error{Code: protocol.CodeInternalError, Message: "no"}
			})
			g.tool("parks", func(ctx context.Context, _ *server.Request) (string, error) {
				<-ctx.Done()
				return "", ctx.Err()
			})
			g.open()
			var said [][]string
			for i, c := range cues {
				_, err := io.WriteString(g.in, cueLine(c, fmt.Sprint(i))+"\n")
				require.NoError(t, err)
				synctest.Wait()
				var replies []string
				for line := range strings.Lines(g.out.take()) {
					replies = append(replies, look(t, line))
				}
				said = append(said, replies)
			}
			heard[key] = said
		})
	}
	return heard[key]
}

// look is a line in the words of model.Seen.
func look(t *testing.T, line string) string {
	f := parse(t, line)
	switch {
	case f.Error != nil:
		return fmt.Sprintf("error %d", f.Error.Code)
	case f.Method == "notifications/progress":
		return "progress"
	case f.Method == "notifications/subscriptions/acknowledged":
		return "acknowledgement"
	case f.Result != nil && strings.Contains(line, `"supportedVersions"`):
		return "DiscoverResult"
	case f.Result != nil && strings.Contains(line, `"protocolVersion"`):
		return "InitializeResult"
	case f.Result != nil && f.Result.ResultType != "":
		return "modern result"
	case f.Result != nil:
		return "legacy result"
	}
	return line
}

var handlingTools = [...]string{model.Returns: "returns", model.Speaks: "speaks", model.Fails: "fails", model.Parks: "parks"}

// cueLine is a frame of c's class.
func cueLine(c model.Cue, id string) string {
	request := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + `}}`
	}
	notification := func(method, params string) string {
		return `{"jsonrpc":"2.0","method":"` + method + `","params":{` + params + `}}`
	}
	meta := func(members string) string { return `"_meta":{` + members + `}` }
	const (
		version, capabilities = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`, `,"io.modelcontextprotocol/clientCapabilities":{}`
		token                 = `"progressToken":"t"`
		client                = `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}`
		filter                = `"notifications":{"toolsListChanged":true}`
	)
	envelope := meta(version + capabilities)
	tool := `"name":"` + handlingTools[c.Handle] + `",`
	switch c.Class {
	case model.ClassInitialize:
		return request("initialize", client)
	case model.ClassBadInitialize:
		return request("initialize", `"protocolVersion":3`)
	case model.ClassClaimedInitialize:
		return request("initialize", client+","+envelope)
	case model.ClassDiscover:
		return request("server/discover", envelope)
	case model.ClassBareDiscover:
		return request("server/discover", "")
	case model.ClassPartialEnvelope:
		return request("tools/list", meta(version))
	case model.ClassUnsupportedVersion:
		return request("tools/list", meta(`"io.modelcontextprotocol/protocolVersion":"2099-01-01"`+capabilities))
	case model.ClassEnveloped:
		return request("tools/call", tool+meta(version+capabilities+","+token))
	case model.ClassEnvelopedUnknown:
		return request("no/such", envelope)
	case model.ClassListen:
		return request("subscriptions/listen", filter+","+envelope)
	case model.ClassBadListen:
		return request("subscriptions/listen", envelope)
	case model.ClassBareListen:
		return request("subscriptions/listen", filter)
	case model.ClassBare:
		return request("tools/call", tool+meta(token))
	case model.ClassBareUnknown:
		return request("no/such", "")
	case model.ClassPing:
		return request("ping", "")
	case model.ClassInitialized:
		return notification("notifications/initialized", "")
	case model.ClassClaimedNotification:
		return notification("notifications/roots/list_changed", envelope)
	}
	return notification("notifications/roots/list_changed", "")
}
