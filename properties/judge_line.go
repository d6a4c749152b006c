package properties

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// response judges an answer. A line that is no message may be answered with an
// error, once, with the id that it shows (S-RESP-5).
func (j *judge) response(h *heard) {
	a := j.asked[h.id]
	if a == nil && h.kind == wire.InError && j.broken[h.id] > 0 {
		j.broken[h.id]--
		return
	}
	if a == nil {
		if h.id == "" {
			j.fail("S-NOTIF-1", model.MUST, "an error without an id, though nothing unreadable was sent")
			return
		}
		j.fail("S-RESP-1", model.MUST, "an answer to an id that was never asked")
		return
	}
	if n := j.cancel[a]; n > 0 && !j.ended && a.provoked(h) {
		j.oracle.HasRead(n)
	}
	s := model.Seen{Kind: model.SeenResult, ID: a.number, Shape: shapeOf(h)}
	if h.kind == wire.InError {
		e, _ := wire.ReadError(&h.frame)
		s.Kind, s.Code = model.SeenError, int(e.Code)
		j.refusal(a, e)
	} else if a.Class == model.ClassListen && stampOf(h) != a.key {
		j.fail("S-SUB-8", model.MUST, "a listen's result is not stamped with its id")
	}
	j.saw(s)
}

// provoked reports whether an answer that comes after the cancel gives away that
// the cancel was read, although no barrier proves it: a listen has no end of its
// own, and a slow call that was under way does not fail by itself.
func (a *asked) provoked(h *heard) bool {
	switch {
	case a.Class == model.ClassListen:
		return h.kind == wire.InResult
	case a.role != roleSlow || a.quick:
		return false
	case h.kind == wire.InError:
		return true
	}
	var result struct {
		IsError bool `json:"isError"`
	}
	return protocol.Unmarshal(h.frame.Result(), &result) == nil && result.IsError
}

// refusal: -32022 says what would be supported (S-ERR-15).
func (j *judge) refusal(a *asked, e *protocol.Error) {
	if e.Code != protocol.CodeUnsupportedVersion {
		return
	}
	var data struct {
		Supported *[]string `json:"supported"`
		Requested *string   `json:"requested"`
	}
	if protocol.Unmarshal(e.Data, &data) != nil || data.Supported == nil || data.Requested == nil {
		j.fail("S-ERR-15", model.MUST, "-32022 without supported, an array of strings, and requested, a string")
	}
}

func shapeOf(h *heard) model.Shape {
	var members struct {
		Type      jsontext.Value `json:"resultType"`
		Supported jsontext.Value `json:"supportedVersions"`
		Version   jsontext.Value `json:"protocolVersion"`
	}
	_ = protocol.Unmarshal(h.frame.Result(), &members)
	switch {
	case members.Type != nil && members.Supported != nil:
		return model.ShapeDiscover
	case members.Type != nil:
		return model.ShapeModern
	case members.Version != nil:
		return model.ShapeInitialize
	}
	return model.ShapeLegacy
}

// progress grows, and names a token in use (S-PROG-2, S-PROG-5).
func (j *judge) progress(h *heard) {
	a := j.tokens[h.token]
	if a == nil {
		j.fail("S-PROG-5", model.MUST, "progress with a token that no request gave")
		return
	}
	var params struct {
		Progress float64 `json:"progress"`
	}
	if protocol.Unmarshal(h.frame.Params(), &params) != nil {
		j.fail("S-PROG-2", model.MUST, "progress that is no number")
	}
	if last, again := j.steps[h.token]; again && params.Progress <= last {
		j.fail("S-PROG-2", model.MUST, "progress that does not increase")
	}
	j.steps[h.token] = params.Progress
	j.about(model.SeenProgress, a)
}

// filterOf reads what a listen asks for, or is granted.
func filterOf(raw jsontext.Value) (f protocol.Filter, ok bool) {
	return f, protocol.Unmarshal(raw, &f) == nil
}

// acknowledged: what is granted was asked for (S-SUB-5).
func (j *judge) acknowledged(h *heard) {
	a := j.listen[h.stamp]
	if a == nil {
		j.fail("S-SUB-6", model.MUST, "an acknowledgement that is not stamped with the id of a listen")
		return
	}
	asked, _ := filterOf(jsontext.Value(a.filter()))
	granted, ok := filterOf(h.frame.Filter())
	if !ok || !within(granted, asked) {
		j.fail("S-SUB-5", model.MUST, "an acknowledgement that grants more than was asked for, or is no filter")
	}
	j.about(model.SeenAcknowledgement, a)
}

func within(granted, asked protocol.Filter) bool {
	for _, u := range granted.ResourceSubscriptions {
		found := false
		for _, v := range asked.ResourceSubscriptions {
			found = found || u == v
		}
		if !found {
			return false
		}
	}
	return (asked.ToolsListChanged || !granted.ToolsListChanged) && (asked.PromptsListChanged || !granted.PromptsListChanged) &&
		(asked.ResourcesListChanged || !granted.ResourcesListChanged)
}

// change is stamped, and of a kind that its listen asked for (S-SUB-1, S-SUB-6).
func (j *judge) change(h *heard) {
	if h.stamp == "" {
		j.saw(model.Seen{Kind: model.SeenAnnouncement})
		return
	}
	a := j.asked[h.stamp]
	if a != nil && a.Class == model.ClassListen {
		asked, _ := filterOf(jsontext.Value(a.filter()))
		var wanted bool
		switch string(h.frame.Method()) {
		case protocol.NotificationToolsListChanged:
			wanted = asked.ToolsListChanged
		case protocol.NotificationPromptsListChanged:
			wanted = asked.PromptsListChanged
		case protocol.NotificationResourcesListChanged:
			wanted = asked.ResourcesListChanged
		default:
			wanted = len(asked.ResourceSubscriptions) > 0
		}
		if !wanted {
			j.fail("S-SUB-1", model.MUST, "a change that its listen did not ask for")
		}
	}
	j.about(model.SeenEvent, a)
}
