package model

import "fmt"

// look is what a reader sees of e, the answer to a request of class c. Of a
// refusal it is the code; the message is for human readers.
func (e *Emission) look(c Class) Seen {
	switch {
	case e.Frame.Error():
		return Seen{Kind: SeenError, Code: e.Frame.code(c)}
	case e.Frame == FrameInitializeResult:
		return Seen{Kind: SeenResult, Shape: ShapeInitialize}
	case e.Frame == FrameDiscoverResult:
		return Seen{Kind: SeenResult, Shape: ShapeDiscover}
	case e.Frame == FrameAcknowledgement:
		return Seen{Kind: SeenAcknowledgement}
	case e.Frame == FrameProgress:
		return Seen{Kind: SeenProgress}
	case e.Frame == FrameEvent:
		return Seen{Kind: SeenEvent}
	case e.Frame == FrameCancelled:
		return Seen{Kind: SeenCancelled}
	case e.Lane == LaneModern:
		return Seen{Kind: SeenResult, Shape: ShapeModern}
	}
	return Seen{Kind: SeenResult, Shape: ShapeLegacy}
}

const (
	seenInvalidRequest = -32600
	seenInternalError  = -32603
)

// code is the code of the error f as the answer to a request of class c.
func (f Frame) code(c Class) int {
	switch f {
	case FrameClassRefusal:
		if c == ClassUnsupportedVersion {
			return seenUnsupportedVersion
		}
		return seenInvalidParams
	case FrameLate:
		return seenUnsupportedVersion
	case FrameClaim, FrameMethod:
		return seenMethodNotFound
	case FrameBare, FrameTeach, FrameBadHandshake:
		return seenInvalidParams
	case FrameRequestCancelled:
		return 0
	case FrameEnvelope, FrameRepeated, FrameDuplicate, FrameFault:
		return seenInvalidRequest
	}
	return seenInternalError
}

var shapeNames = [...]string{"legacy result", "InitializeResult", "modern result", "DiscoverResult"}

func (s Seen) String() string {
	switch s.Kind {
	case SeenResult:
		return shapeNames[s.Shape]
	case SeenError:
		return fmt.Sprintf("error %d", s.Code)
	}
	return [...]string{SeenAcknowledgement: "acknowledgement", SeenEvent: "event", SeenProgress: "progress", SeenCancelled: "notifications/cancelled",
		SeenLog: "log", SeenAnnouncement: "announcement", SeenPing: "ping", SeenRequest: "request"}[s.Kind]
}
