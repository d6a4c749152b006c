package protocol

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Implementation names a program: the server or the client. It is for people
// to read; nothing may depend on it (S-META-13, C-META-10).
type Implementation struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"` // for display, where Name is an identifier
	Version     string `json:"version"`
	Description string `json:"description,omitzero"`
	WebsiteURL  string `json:"websiteUrl,omitzero"`
	Icons       []Icon `json:"icons,omitempty"`
}

// Icon is a picture for a user interface. It comes from a stranger: see the
// specification before fetching or drawing one (C-ICON-1).
type Icon struct {
	Src      string   `json:"src"` // an http, https or data URI
	MIMEType string   `json:"mimeType,omitzero"`
	Sizes    []string `json:"sizes,omitempty"` // such as "48x48", or "any"
	Theme    string   `json:"theme,omitzero"`  // "light" or "dark"
}

// ParseImplementation decodes a clientInfo or serverInfo that may be anything.
// It returns [ErrMalformed] unless name and version are strings (decisions E4,
// K17); other members that are not of their type count as absent.
func ParseImplementation(raw jsontext.Value) (Implementation, error) {
	var required struct {
		Name    jsontext.Value `json:"name"`
		Version jsontext.Value `json:"version"`
	}
	if !isObject(raw) {
		return Implementation{}, fmt.Errorf("%w: it must be an object with name and version", ErrMalformed)
	}
	if err := Unmarshal(raw, &required); err != nil {
		return Implementation{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if required.Name.Kind() != '"' || required.Version.Kind() != '"' {
		return Implementation{}, fmt.Errorf("%w: name and version must be strings", ErrMalformed)
	}
	return unmarshalTolerant[Implementation](raw), nil
}
