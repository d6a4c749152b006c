package client_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// One of each question, as a server writes it, what its handler is handed, and
// the answer as it is written.
const (
	sampleParams = `{"messages":[{"role":"user","content":{"type":"text","text":"a name?"}}],"systemPrompt":"be brief","maxTokens":5,"temperature":0.5,"stopSequences":["."]}`
	sampled      = `{"role":"assistant","content":{"type":"text","text":"Ada"},"model":"m1","stopReason":"endTurn"}`
	elicitParams = `{"mode":"url","message":"Go","url":"https://example.com/x","elicitationId":"e"}`
	listed       = `{"roots":[{"uri":"file:///a","name":"a"}]}`
)

type heard struct {
	Sample *protocol.CreateMessageParams
	Elicit *protocol.ElicitParams
	Roots  int
}

func hostOf(h *heard) []client.Option {
	return []client.Option{
		client.OnSample(func(_ context.Context, p *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
			h.Sample = p
			return &protocol.CreateMessageResult{Role: protocol.RoleAssistant, Content: protocol.Blocks{protocol.Text("Ada")}, Model: "m1", StopReason: "endTurn"}, nil
		}),
		client.OnElicit(func(_ context.Context, p *protocol.ElicitParams) (*protocol.ElicitResult, error) {
			h.Elicit = p
			return &protocol.ElicitResult{Action: protocol.ElicitDecline}, nil
		}),
		client.OnRoots(func(context.Context) ([]protocol.Root, error) {
			h.Roots++
			return []protocol.Root{{URI: "file:///a", Name: "a"}}, nil
		}),
	}
}

func (h *heard) require(t *testing.T) {
	t.Helper()
	half := 0.5
	want := heard{
		Sample: &protocol.CreateMessageParams{
			Messages:     []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("a name?")}}},
			SystemPrompt: "be brief", MaxTokens: 5, Temperature: &half, StopSequences: []string{"."},
		},
		Elicit: &protocol.ElicitParams{Mode: protocol.ElicitURL, Message: "Go", URL: "https://example.com/x", ElicitationID: "e"},
		Roots:  1,
	}
	require.Empty(t, cmp.Diff(want, *h))
}

// The handlers are handed the whole of each question and their answers go out
// whole, in both eras (rules B16).
func TestQuestionsOfBothEras(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var h heard
		c, p := connect(t, modern, hostOf(&h)...)
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{"s":{"method":"sampling/createMessage","params":`+sampleParams+
			`},"e":{"method":"elicitation/create","params":`+elicitParams+`},"r":{"method":"roots/list"}}`))
		l := p.next("tools/call")
		require.Contains(t, l.text, `"inputResponses":{"s":`+sampled+`,"e":{"action":"decline"},"r":`+listed+`}`)
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
		h.require(t)
	})
	inBubble(t, func(t *testing.T) {
		var h heard
		_, p := connect(t, legacy, hostOf(&h)...)
		for _, q := range []struct{ method, params, want string }{
			{"sampling/createMessage", sampleParams, sampled},
			{"elicitation/create", elicitParams, `{"action":"decline"}`},
			{"roots/list", `{}`, listed},
		} {
			p.send(`"id":"q","method":%q,"params":%s`, q.method, q.params)
			require.Equal(t, `{"jsonrpc":"2.0","id":"q","result":`+q.want+`}`, p.next("response").text)
		}
		h.require(t)
	})
}

// A result with a question that there is no handler for fails the call, and the
// user is not asked the others for nothing.
func TestNobodyIsAskedInVain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		asked := 0
		c, p := connect(t, modern, elicits(accepted, func(*protocol.ElicitParams) error { asked++; return nil }))
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{`+pick+`,"r":{"method":"roots/list"}}`))
		require.ErrorIs(t, (<-out).err, client.ErrInputRequired)
		p.quiet()
		require.Zero(t, asked)
	})
}
