package protocol

// A Capability names something that one side declares, as a path into its
// capabilities object. The zero Capability is always there.
type Capability string

// What a server declares, in InitializeResult or DiscoverResult.
const (
	CapTools                Capability = "tools"
	CapToolsListChanged     Capability = "tools.listChanged"
	CapResources            Capability = "resources"
	CapResourcesListChanged Capability = "resources.listChanged"
	CapResourcesSubscribe   Capability = "resources.subscribe"
	CapPrompts              Capability = "prompts"
	CapPromptsListChanged   Capability = "prompts.listChanged"
	CapCompletions          Capability = "completions"
	CapLogging              Capability = "logging"
)

// What a client declares, in initialize or in the envelope of each request.
const (
	CapRoots            Capability = "roots"
	CapRootsListChanged Capability = "roots.listChanged"
	CapSampling         Capability = "sampling"
	CapSamplingTools    Capability = "sampling.tools"
	CapSamplingContext  Capability = "sampling.context"
	CapElicitation      Capability = "elicitation"
	CapElicitationForm  Capability = "elicitation.form"
	CapElicitationURL   Capability = "elicitation.url"
)
