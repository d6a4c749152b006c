package model

// SeenKind is what a frame from the server looks like.
type SeenKind uint8

const (
	SeenResult          SeenKind = iota // Shape
	SeenError                           // Code
	SeenAcknowledgement                 // stamped with the listen's id
	SeenEvent                           // a change, stamped with the listen's id
	SeenProgress                        // for the request whose token it carries
	SeenCancelled                       // notifications/cancelled that names ID
	SeenLog                             // a log message: it names no request
	SeenAnnouncement                    // a change without a stamp
	SeenPing                            // a ping request of the server's
	SeenRequest                         // any other request of the server's
)

// Response reports whether k answers a request.
func (k SeenKind) Response() bool { return k <= SeenError }

// Shape is the vocabulary of a result.
type Shape uint8

const (
	ShapeLegacy     Shape = iota // no resultType
	ShapeInitialize              // no resultType, and what an InitializeResult has
	ShapeModern                  // resultType
	ShapeDiscover                // resultType, and what a DiscoverResult has
)

func (s Shape) modern() bool { return s >= ShapeModern }

// Seen is one frame from the server, as the observer read it.
type Seen struct {
	Kind SeenKind
	// ID is the number of the request that the frame belongs to. -1: it names
	// none that was sent. Ignored from SeenLog on.
	ID    int
	Shape Shape
	Code  int
	// Anonymous: the error has no id at all.
	Anonymous bool
}

// The codes that the tables' refusals are answered with.
const (
	seenMethodNotFound     = -32601
	seenInvalidParams      = -32602
	seenUnsupportedVersion = -32022
)
