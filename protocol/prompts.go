package protocol

// Prompt is an entry of a prompts/list.
type Prompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitzero"` // for display
	Description string           `json:"description,omitzero"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`
	Icons       []Icon           `json:"icons,omitempty"`
	Meta        Meta             `json:"_meta,omitzero"`
}

// PromptArgument is something that a prompt can be given.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"` // for display
	Description string `json:"description,omitzero"`
	Required    bool   `json:"required,omitzero"`
}

// ListPromptsResult is the answer to prompts/list.
type ListPromptsResult struct {
	CacheableResult
	Prompts []Prompt `json:"prompts"`
	Page
}

// GetPromptParams are the params of prompts/get.
type GetPromptParams struct {
	Name      string            `json:"name"`
	Arguments map[string]string `json:"arguments,omitzero"`
	Answers
	Meta Meta `json:"_meta,omitzero"`
}

// GetPromptResult is the answer to prompts/get.
type GetPromptResult struct {
	Result
	Description string          `json:"description,omitzero"`
	Messages    []PromptMessage `json:"messages"`
}

// PromptMessage is one message of a prompt.
type PromptMessage struct {
	Role    Role    `json:"role"`
	Content Content `json:"content"`
}
