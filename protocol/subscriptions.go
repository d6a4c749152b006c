package protocol

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Filter says which notifications a subscriptions/listen is for.
type Filter struct {
	ToolsListChanged     bool `json:"toolsListChanged,omitzero"`
	PromptsListChanged   bool `json:"promptsListChanged,omitzero"`
	ResourcesListChanged bool `json:"resourcesListChanged,omitzero"`
	// ResourceSubscriptions are the URIs of the resources to watch.
	ResourceSubscriptions []string `json:"resourceSubscriptions,omitempty"`
}

// ListenParams are the params of subscriptions/listen.
type ListenParams struct {
	Notifications Filter `json:"notifications"`
	Meta          Meta   `json:"_meta,omitzero"`
}

// AcknowledgedParams are the params of notifications/subscriptions/acknowledged,
// the first frame of every subscription.
type AcknowledgedParams struct {
	// Notifications is what the server will send of what was asked for.
	Notifications Filter `json:"notifications"`
	// Meta has the listen's id under [KeySubscriptionID].
	Meta Meta `json:"_meta,omitzero"`
}

// ListChangedParams are the params of the list_changed notifications, which
// may do without. On a listen Meta has its id.
type ListChangedParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// Narrow returns the part of f that a server with these capabilities can serve
// (decisions C5).
func (f Filter) Narrow(server *ServerCapabilities) Filter {
	narrow := Filter{
		ToolsListChanged:     f.ToolsListChanged && server.Has(CapToolsListChanged),
		PromptsListChanged:   f.PromptsListChanged && server.Has(CapPromptsListChanged),
		ResourcesListChanged: f.ResourcesListChanged && server.Has(CapResourcesListChanged),
	}
	if server.Has(CapResourcesSubscribe) {
		narrow.ResourceSubscriptions = f.ResourceSubscriptions
	}
	return narrow
}

// Wants reports whether f is for a notification; uri is that of a
// notifications/resources/updated.
func (f Filter) Wants(notification, uri string) bool {
	switch notification {
	case NotificationToolsListChanged:
		return f.ToolsListChanged
	case NotificationPromptsListChanged:
		return f.PromptsListChanged
	case NotificationResourcesListChanged:
		return f.ResourcesListChanged
	case NotificationResourcesUpdated:
		for _, watched := range f.ResourceSubscriptions {
			if coversURI(watched, uri) {
				return true
			}
		}
	}
	return false
}

// coversURI reports whether watched is uri, or a prefix of it that ends at a
// path segment (decisions C7).
func coversURI(watched, uri string) bool {
	rest, ok := strings.CutPrefix(uri, watched)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(watched, "/"))
}

// ParseFilter decodes the notifications member of a subscriptions/listen. It
// returns [ErrMalformed], naming the member, unless it is an object whose
// known members have their type; others are ignored (ladder row 24).
func ParseFilter(raw jsontext.Value) (Filter, error) {
	var members struct {
		Tools     jsontext.Value `json:"toolsListChanged"`
		Prompts   jsontext.Value `json:"promptsListChanged"`
		Resources jsontext.Value `json:"resourcesListChanged"`
		Watched   jsontext.Value `json:"resourceSubscriptions"`
	}
	var f Filter
	if !isObject(raw) {
		return f, fmt.Errorf("%w: notifications must be an object, {} for none", ErrMalformed)
	}
	if err := Unmarshal(raw, &members); err != nil {
		return f, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	for _, flag := range []struct {
		name string
		raw  jsontext.Value
		to   *bool
	}{
		{"toolsListChanged", members.Tools, &f.ToolsListChanged},
		{"promptsListChanged", members.Prompts, &f.PromptsListChanged},
		{"resourcesListChanged", members.Resources, &f.ResourcesListChanged},
	} {
		switch {
		case flag.raw == nil:
		case flag.raw.Kind() == 't' || flag.raw.Kind() == 'f':
			*flag.to = flag.raw.Kind() == 't'
		default:
			return Filter{}, fmt.Errorf("%w: %s must be a boolean", ErrMalformed, flag.name)
		}
	}
	if members.Watched == nil {
		return f, nil
	}
	var err error
	if f.ResourceSubscriptions, err = parseStrings(members.Watched); err != nil {
		return Filter{}, fmt.Errorf("resourceSubscriptions: %w", err)
	}
	return f, nil
}
