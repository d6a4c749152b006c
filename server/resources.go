package server

import (
	"context"
	"fmt"

	"github.com/yosida95/uritemplate/v3"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

// A ResourceHandler reads a resource. vars are the values of its template's
// variables, nil for a resource without one. A nil result without an error, or
// one without contents, means that there is no such resource.
type ResourceHandler func(ctx context.Context, req *Request, uri string, vars map[string]string) (*protocol.ReadResourceResult, error)

type resource struct {
	def  protocol.Resource
	read ResourceHandler
}

type resourceTemplate struct {
	def     protocol.ResourceTemplate
	pattern *uritemplate.Template
	read    ResourceHandler
}

// AddResource adds a resource under its URI, or replaces it, and announces the
// change.
func (s *Server) AddResource(def protocol.Resource, read ResourceHandler) {
	s.resources.add(def.URI, &resource{def, read})
	s.redeclare()
	s.PublishResourcesChanged()
}

// RemoveResource takes a resource away and announces the change; it reports
// whether there was one.
func (s *Server) RemoveResource(uri string) bool {
	ok := s.resources.remove(uri)
	if ok {
		s.PublishResourcesChanged()
	}
	return ok
}

// AddResourceTemplate adds all resources whose URI fits an RFC 6570 template.
// A resource of its own goes before a template, an older template before a
// newer one. It panics if the template is malformed.
func (s *Server) AddResourceTemplate(def protocol.ResourceTemplate, read ResourceHandler) {
	pattern, err := uritemplate.New(def.URITemplate)
	if err != nil {
		panic(fmt.Sprintf("server: AddResourceTemplate %q: %v", def.URITemplate, err))
	}
	s.templates.add(def.URITemplate, &resourceTemplate{def, pattern, read})
	s.redeclare()
	s.PublishResourcesChanged()
}

// RemoveResourceTemplate takes a template away, named by its text, and announces
// the change; it reports whether there was one. A URI that fits it goes to the
// next template that it fits, and to the reader of WithResourceReader after
// them. A read that has begun is finished.
func (s *Server) RemoveResourceTemplate(uriTemplate string) bool {
	ok := s.templates.remove(uriTemplate)
	if ok {
		s.PublishResourcesChanged()
	}
	return ok
}

// PublishResourcesChanged announces that the list of resources has changed.
func (s *Server) PublishResourcesChanged() { s.publish(serve.Occasion{List: serve.ResourcesChanged}) }

// PublishResourceUpdated announces that a resource has changed, to whoever
// watches it: the same URI, or a path above it (decisions C7).
func (s *Server) PublishResourceUpdated(uri string) { s.publish(serve.Occasion{URI: uri}) }

func (a *app) listResources(_ context.Context, r *Request) (any, error) {
	return list(a, r, a.srv.resources, "resources")
}

func (a *app) listTemplates(_ context.Context, r *Request) (any, error) {
	return list(a, r, a.srv.templates, "resourceTemplates")
}

// reader finds who reads uri.
func (s *Server) reader(uri string) (ResourceHandler, map[string]string) {
	if res := s.resources.find([]byte(uri)); res != nil {
		return res.read, nil
	}
	var read ResourceHandler
	var vars map[string]string
	s.templates.each(func(_ string, t *resourceTemplate) bool {
		values := t.pattern.Match(uri)
		if values == nil {
			return true
		}
		read, vars = t.read, map[string]string{}
		for _, name := range t.pattern.Varnames() {
			vars[name] = values.Get(name).String()
		}
		return false
	})
	if read == nil {
		read = s.cfg.reader
	}
	return read, vars
}

// WithResourceReader reads the resources that were not added and fit no
// template: no list shows them.
func WithResourceReader(read ResourceHandler) Option { return func(c *config) { c.reader = read } }

func (a *app) readResource(ctx context.Context, r *Request) (any, error) {
	var p protocol.ReadResourceParams
	if err := r.decode(&p); err != nil {
		return nil, err
	}
	if p.URI == "" {
		return nil, protocol.InvalidParams("resources/read needs params.uri")
	}
	read, vars := a.srv.reader(p.URI)
	if read == nil {
		return nil, protocol.ResourceNotFound(r.Era(), p.URI)
	}
	res, err := read(ctx, r, p.URI, vars)
	if err != nil {
		return nil, err
	}
	if res == nil || len(res.Contents) == 0 { // never an empty list (S-RES-5)
		return nil, protocol.ResourceNotFound(r.Era(), p.URI)
	}
	for i := range res.Contents {
		if c := &res.Contents[i]; (c.Text == nil) == (c.Blob == nil) {
			return nil, fmt.Errorf("resource %s: contents need either Text or Blob, see protocol.TextContents and BlobContents", p.URI)
		}
	}
	own := *res
	return &own, nil
}

// subscribeResource and unsubscribeResource are legacy's way to watch.
func (a *app) subscribeResource(_ context.Context, r *Request) (any, error) { return a.watch(r, true) }

func (a *app) unsubscribeResource(_ context.Context, r *Request) (any, error) {
	return a.watch(r, false)
}

func (a *app) watch(r *Request, on bool) (any, error) {
	var p protocol.SubscribeParams
	if err := r.decode(&p); err != nil {
		return nil, err
	}
	if p.URI == "" {
		return nil, protocol.InvalidParams("%s needs params.uri", r.call.Method)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !on {
		delete(a.watched, p.URI)
		return &protocol.Result{}, nil
	}
	if len(a.watched) >= maxWatched {
		return nil, protocol.InvalidParams("Too many subscribed resources: at most %d", maxWatched)
	}
	if a.watched == nil {
		a.watched = map[string]struct{}{}
	}
	a.watched[p.URI] = struct{}{}
	return &protocol.Result{}, nil
}

// maxWatched bounds what one legacy client can make us remember.
const maxWatched = 10_000

// watches finds what the legacy client subscribed to that covers uri.
func (a *app) watches(uri string) (watched string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for u := range a.watched {
		if serve.Covers(u, uri) {
			return u, true
		}
	}
	return "", false
}
