package server_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// sampleThenRoots asks the model for a name, then the client for its roots; what
// the model said is kept in the state.
func sampleThenRoots(_ context.Context, req *server.Request) (string, error) {
	if said, ok := req.SampleAnswer("name"); ok {
		return "", req.Need(server.AskRoots("where"), server.KeepState(said.Model+": "+said.Content[0].Text))
	}
	if listed, ok := req.RootsAnswer("where"); ok {
		said, _ := req.State()
		return fmt.Sprintf("%s in %s", said, listed.Roots[0].URI), nil
	}
	return "", req.Need(server.AskModel("name", protocol.CreateMessageParams{MaxTokens: 5, SystemPrompt: "be brief",
		Messages: []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("a name?")}}}}))
}

const (
	sampled = `{"role":"assistant","content":{"type":"text","text":"Ada"},"model":"m1","stopReason":"endTurn"}`
	listed  = `{"roots":[{"uri":"file:///home/a","name":"home"}]}`
	wanted  = "m1: Ada in file:///home/a"
)

// A handler that samples and looks at the roots is written once: a modern client
// is answered with what is needed, round by round, and a legacy one is asked.
func TestNeedOfModelAndRoots(t *testing.T) {
	question := `"method":"sampling/createMessage","params":{"maxTokens":5,"systemPrompt":"be brief","messages":[{"role":"user","content":{"type":"text","text":"a name?"}}]}`
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("both", sampleThenRoots)
		g.open()
		again := func(more string) frame {
			f := g.answer(call("1", "both", more+envelope(everything)))
			require.NotNil(t, f.Result, f.line)
			return f
		}
		f := again("")
		require.Equal(t, "input_required", f.Result.ResultType)
		require.JSONEq(t, "{"+question+"}", string(f.Result.InputRequests["name"]))
		require.Nil(t, f.Result.RequestState)

		f = again(`,"inputResponses":{"name":` + sampled + `}`)
		require.Equal(t, "input_required", f.Result.ResultType)
		require.Len(t, f.Result.InputRequests, 1)
		require.JSONEq(t, `{"method":"roots/list"}`, string(f.Result.InputRequests["where"]))

		f = again(`,"inputResponses":{"where":` + listed + `},"requestState":` + quoted(*f.Result.RequestState))
		require.Equal(t, "complete", f.Result.ResultType)
		require.Equal(t, wanted, f.text(t))
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("both", sampleThenRoots)
		g.initialize("2025-11-25", everything)
		f := g.asks(call("1", "both", ""))
		require.JSONEq(t, `{"jsonrpc":"2.0","id":1,`+question+`}`, f.line)
		f = g.asks(f.reply(sampled))
		require.JSONEq(t, `{"jsonrpc":"2.0","id":2,"method":"roots/list"}`, f.line)
		require.Equal(t, wanted, g.answer(f.reply(listed)).text(t))
	})
}
