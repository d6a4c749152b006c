package protocol

import "github.com/go-json-experiment/json/jsontext"

// InputRequiredResult is the modern way to ask the client for something: the
// answer to a tools/call, prompts/get or resources/read that cannot go on. The
// client sends the request again, with [Answers]. At least one of the two
// fields is set (S-MRTR-6).
type InputRequiredResult struct {
	Result
	// InputRequests are the questions, under keys that the answers repeat.
	InputRequests map[string]InputRequest `json:"inputRequests,omitzero"`
	// RequestState comes back with the answers as it is. What comes back was
	// in the hands of a stranger (S-MRTR-8).
	RequestState *string `json:"requestState,omitzero"`
}

// SetModern implements [EraResult].
func (r *InputRequiredResult) SetModern(serverInfo jsontext.Value) {
	r.ResultType = ResultInputRequired
	r.Result.SetModern(serverInfo)
}

// InputRequest is one question: [MethodElicit], [MethodCreateMessage] or
// [MethodRootsList] with its params, such as [ElicitParams], as JSON.
type InputRequest struct {
	Method string         `json:"method"`
	Params jsontext.Value `json:"params,omitzero"`
}

// Answers are what a request that was answered with an [InputRequiredResult]
// carries when it is sent again. Zero on every other request (C-MRTR-7).
type Answers struct {
	// InputResponses are the bare results, such as [ElicitResult], under the
	// keys of the questions.
	InputResponses map[string]jsontext.Value `json:"inputResponses,omitzero"`
	// RequestState repeats the result's, byte for byte; nil if it had none
	// (C-MRTR-3, C-MRTR-5).
	RequestState *string `json:"requestState,omitzero"`
}
