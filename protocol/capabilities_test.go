package protocol_test

import (
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/stretchr/testify/require"
)

var clientCapabilities = []protocol.Capability{
	protocol.CapRoots, protocol.CapRootsListChanged, protocol.CapSampling, protocol.CapSamplingTools, protocol.CapSamplingContext,
	protocol.CapElicitation, protocol.CapElicitationForm, protocol.CapElicitationURL,
}

var serverCapabilities = []protocol.Capability{
	protocol.CapTools, protocol.CapToolsListChanged, protocol.CapResources, protocol.CapResourcesListChanged, protocol.CapResourcesSubscribe,
	protocol.CapPrompts, protocol.CapPromptsListChanged, protocol.CapCompletions, protocol.CapLogging,
}

func TestClientCapabilities(t *testing.T) {
	for text, has := range map[string][]protocol.Capability{
		`{}`:                             nil,
		`{"roots":{}}`:                   {protocol.CapRoots},
		`{"roots":{"listChanged":true}}`: {protocol.CapRoots, protocol.CapRootsListChanged},
		`{"sampling":{}}`:                {protocol.CapSampling},
		`{"sampling":{"tools":{}}}`:      {protocol.CapSampling, protocol.CapSamplingTools},
		`{"sampling":{"context":{}}}`:    {protocol.CapSampling, protocol.CapSamplingContext},
		// S-ELIC-1: the empty object is form mode, and url alone is not.
		`{"elicitation":{}}`:                    {protocol.CapElicitation, protocol.CapElicitationForm},
		`{"elicitation":{"form":{}}}`:           {protocol.CapElicitation, protocol.CapElicitationForm},
		`{"elicitation":{"url":{}}}`:            {protocol.CapElicitation, protocol.CapElicitationURL},
		`{"elicitation":{"form":{},"url":{}}}`:  {protocol.CapElicitation, protocol.CapElicitationForm, protocol.CapElicitationURL},
		`{"elicitation":{"form":null}}`:         {protocol.CapElicitation, protocol.CapElicitationForm},
		`{"sampling":null,"tools":{},"x":true}`: nil,
	} {
		c, err := protocol.ParseClientCapabilities(raw(text))
		require.NoError(t, err)
		for _, name := range clientCapabilities {
			require.Equal(t, contains(has, name), c.Has(name), "%s has %s", text, name)
		}
		for _, name := range serverCapabilities {
			require.False(t, c.Has(name), "%s has %s", text, name)
		}
	}
}

func contains(list []protocol.Capability, c protocol.Capability) bool {
	for _, l := range list {
		if l == c {
			return true
		}
	}
	return false
}

func TestServerCapabilities(t *testing.T) {
	for text, has := range map[string][]protocol.Capability{
		`{}`:                                 nil,
		`{"tools":{}}`:                       {protocol.CapTools},
		`{"tools":{"listChanged":true}}`:     {protocol.CapTools, protocol.CapToolsListChanged},
		`{"resources":{"subscribe":true}}`:   {protocol.CapResources, protocol.CapResourcesSubscribe},
		`{"resources":{"listChanged":true}}`: {protocol.CapResources, protocol.CapResourcesListChanged},
		`{"prompts":{"listChanged":false}}`:  {protocol.CapPrompts},
		`{"prompts":{"listChanged":true}}`:   {protocol.CapPrompts, protocol.CapPromptsListChanged},
		`{"completions":{},"logging":{}}`:    {protocol.CapCompletions, protocol.CapLogging},
		`{"roots":{},"sampling":{}}`:         nil,
	} {
		var s protocol.ServerCapabilities
		require.NoError(t, protocol.Unmarshal([]byte(text), &s))
		for _, name := range serverCapabilities {
			require.Equal(t, contains(has, name), s.Has(name), "%s has %s", text, name)
		}
		for _, name := range clientCapabilities {
			require.False(t, s.Has(name), "%s has %s", text, name)
		}
	}
}

func TestDeclare(t *testing.T) {
	for name, want := range map[protocol.Capability]string{
		"":                           `{}`,
		protocol.CapTools:            `{}`,
		protocol.CapRoots:            `{"roots":{}}`,
		protocol.CapRootsListChanged: `{"roots":{"listChanged":true}}`,
		protocol.CapSampling:         `{"sampling":{}}`,
		protocol.CapSamplingTools:    `{"sampling":{"tools":{}}}`,
		protocol.CapSamplingContext:  `{"sampling":{"context":{}}}`,
		protocol.CapElicitation:      `{"elicitation":{}}`,
		protocol.CapElicitationForm:  `{"elicitation":{"form":{}}}`,
		protocol.CapElicitationURL:   `{"elicitation":{"url":{}}}`,
	} {
		var c protocol.ClientCapabilities
		c.Declare(name)
		got, err := protocol.Marshal(&c)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	var all protocol.ClientCapabilities
	for _, name := range clientCapabilities {
		all.Declare(name)
	}
	for _, name := range clientCapabilities { // a part does not undo what is declared
		all.Declare(name)
		require.True(t, all.Has(protocol.CapRootsListChanged) && all.Has(protocol.CapSamplingTools) && all.Has(protocol.CapElicitationURL), name)
	}
	got, err := protocol.Marshal(&all)
	require.NoError(t, err)
	require.Equal(t, `{"roots":{"listChanged":true},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}}}`, string(got))
}
