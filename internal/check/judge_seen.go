package check

import (
	"strconv"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// seen reads a message as the oracle sees it, and finds the frame it is about.
func (j *judge) seen(m *message) (s model.Seen, about *frame, ok bool) {
	switch {
	case m.response():
		return j.seenAnswer(m)
	case m.request() && m.method == protocol.MethodPing:
		return model.Seen{Kind: model.SeenPing}, nil, true
	case m.request():
		return model.Seen{Kind: model.SeenRequest}, nil, true
	case m.method == protocol.NotificationAcknowledged:
		return j.about(model.SeenAcknowledgement, j.e.asked(key(m.stamp())))
	case changes(m.method) && m.stamp() != nil:
		return j.about(model.SeenEvent, j.e.asked(key(m.stamp())))
	case changes(m.method):
		return model.Seen{Kind: model.SeenAnnouncement}, nil, true
	case m.method == protocol.NotificationCancelled:
		return j.about(model.SeenCancelled, j.e.asked(key(m.params["requestId"])))
	case m.method == protocol.NotificationProgress:
		return j.about(model.SeenProgress, j.tokenOf(m.params["progressToken"]))
	case m.method == protocol.NotificationMessage:
		return model.Seen{Kind: model.SeenLog}, nil, true
	}
	return model.Seen{}, nil, false
}

func (j *judge) about(kind model.SeenKind, f *frame) (model.Seen, *frame, bool) {
	if f == nil {
		return model.Seen{Kind: kind, ID: -1}, nil, true
	}
	return model.Seen{Kind: kind, ID: f.sent.ID}, f, true
}

func (j *judge) seenAnswer(m *message) (model.Seen, *frame, bool) {
	s, f, _ := j.about(model.SeenResult, j.e.asked(key(m.id)))
	s.Anonymous = !m.id.present()
	s.Shape = shapeOf(m)
	if m.object["error"] != nil {
		s.Kind, s.Code = model.SeenError, m.code()
	}
	return s, f, true
}

func shapeOf(m *message) model.Shape {
	switch {
	case m.result["resultType"] != nil && m.result["supportedVersions"] != nil:
		return model.ShapeDiscover
	case m.result["resultType"] != nil:
		return model.ShapeModern
	case m.result["protocolVersion"] != nil:
		return model.ShapeInitialize
	}
	return model.ShapeLegacy
}

// tokenOf finds the request that gave a progress token.
func (j *judge) tokenOf(token raw) *frame {
	text, _ := token.text()
	for _, f := range j.e.frames {
		if f.id != "" && text == "t"+strconv.Itoa(f.sent.ID) {
			return f
		}
	}
	return nil
}

func changes(method string) bool {
	switch method {
	case protocol.NotificationToolsListChanged, protocol.NotificationPromptsListChanged,
		protocol.NotificationResourcesListChanged, protocol.NotificationResourcesUpdated:
		return true
	}
	return false
}
