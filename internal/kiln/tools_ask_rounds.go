package kiln

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// The tools and the prompt of the conformance suite that need input, in one
// round or several.

type (
	confirmForm struct {
		OK bool `json:"ok"`
	}
	contextForm struct {
		Context string `json:"context"`
	}
)

func askUserName() server.Input {
	return server.AskForm("user_name", "What is your name?", server.FormSchema[nameForm]())
}

func (k *Kiln) addRoundTools() {
	add := func(name, description string, run func(req *server.Request) (string, error)) {
		server.AddTool(k.Server, protocol.Tool{Name: "test_input_required_result_" + name, Description: description},
			func(_ context.Context, req *server.Request, _ open) (string, error) { return run(req) })
	}
	add("elicitation", "Needs the user's name", func(req *server.Request) (string, error) {
		var in nameForm
		if !req.Accepted("user_name", &in) {
			return "", req.Need(askUserName())
		}
		return fmt.Sprintf("Hello, %s!", in.Name), nil
	})
	add("sampling", "Needs the client's model", func(req *server.Request) (string, error) {
		res, ok := req.SampleAnswer("capital_question")
		if !ok {
			return "", req.Need(server.AskModel("capital_question", says("What is the capital of France?", 100)))
		}
		return textOf(res), nil
	})
	add("list_roots", "Needs the client's roots", func(req *server.Request) (string, error) {
		res, ok := req.RootsAnswer("client_roots")
		if !ok {
			return "", req.Need(server.AskRoots("client_roots"))
		}
		return fmt.Sprintf("%d roots", len(res.Roots)), nil
	})
	add("request_state", "Needs a confirmation, and keeps a state", confirmed)
	add("tampered_state", "Needs a confirmation, and notices a state that was changed", confirmed)
	add("multiple_inputs", "Needs three things at once", multipleInputs)
	add("multi_round", "Needs two things, one after the other", multiRound)
	add("capabilities", "Needs whatever the client declares", whatIsDeclared)
	k.Server.AddPrompt(protocol.Prompt{Name: "test_input_required_result_prompt", Description: "A prompt that needs a context"}, contextPrompt)
}

func confirmed(req *server.Request) (string, error) {
	var in confirmForm
	state, kept := req.State()
	if !kept || !req.Accepted("confirm", &in) {
		return "", req.Need(
			server.AskForm("confirm", "Please confirm", server.FormSchema[confirmForm]()),
			server.KeepState("state-ok"))
	}
	return fmt.Sprintf("%s, confirmed: %t", state, in.OK), nil
}

func multipleInputs(req *server.Request) (string, error) {
	var in nameForm
	accepted := req.Accepted("user_name", &in)
	greeting, greeted := req.SampleAnswer("greeting")
	roots, listed := req.RootsAnswer("client_roots")
	if !accepted || !greeted || !listed {
		return "", req.Need(askUserName(),
			server.AskModel("greeting", says("Generate a greeting", 50)),
			server.AskRoots("client_roots"),
			server.KeepState("three at once"))
	}
	return fmt.Sprintf("%s %s, with %d roots", textOf(greeting), in.Name, len(roots.Roots)), nil
}

func multiRound(req *server.Request) (string, error) {
	var name nameForm
	var color colorForm
	known, second := req.State()
	switch {
	case second && known != "" && req.Accepted("step2", &color):
		return fmt.Sprintf("%s likes %s", known, color.Color), nil
	case req.Accepted("step1", &name):
		known = name.Name
	}
	if known != "" {
		return "", req.Need(
			server.AskForm("step2", "Step 2: What is your favorite color?", server.FormSchema[colorForm]()),
			server.KeepState(known))
	}
	return "", req.Need(
		server.AskForm("step1", "Step 1: What is your name?", server.FormSchema[nameForm]()),
		server.KeepState(""))
}

func whatIsDeclared(req *server.Request) (string, error) {
	var needs []server.Input
	caps := req.ClientCapabilities()
	if _, ok := req.ElicitAnswer("user_name"); !ok && caps.Has(protocol.CapElicitationForm) {
		needs = append(needs, askUserName())
	}
	if _, ok := req.SampleAnswer("greeting"); !ok && caps.Has(protocol.CapSampling) {
		needs = append(needs, server.AskModel("greeting", says("Generate a greeting", 50)))
	}
	if _, ok := req.RootsAnswer("client_roots"); !ok && caps.Has(protocol.CapRoots) {
		needs = append(needs, server.AskRoots("client_roots"))
	}
	if len(needs) > 0 {
		return "", req.Need(needs...)
	}
	return "nothing is needed", nil
}

func contextPrompt(_ context.Context, req *server.Request, _ map[string]string) (*protocol.GetPromptResult, error) {
	var in contextForm
	if !req.Accepted("user_context", &in) {
		return nil, req.Need(server.AskForm("user_context", "What context should the prompt use?", server.FormSchema[contextForm]()))
	}
	return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{
		{Role: protocol.RoleUser, Content: protocol.Text("Use this context: " + in.Context)},
	}}, nil
}
