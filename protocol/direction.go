package protocol

// A Kind tells requests, which are answered, from notifications, which never
// are.
type Kind uint8

const (
	KindRequest Kind = iota + 1
	KindNotification
)

func (k Kind) String() string {
	switch k {
	case KindRequest:
		return "request"
	case KindNotification:
		return "notification"
	}
	return "none"
}

// A Direction says who may send a method in an era. Directions are bits.
type Direction uint8

const (
	// Nobody: the era does not have the method.
	Nobody Direction = 0
	// ToServer: the client sends it.
	ToServer Direction = 1
	// ToClient: the server sends it.
	ToClient Direction = 2
	// BothWays: either side sends it.
	BothWays = ToServer | ToClient
	// InResult: never a frame of its own, only an entry of the inputRequests
	// of an input_required result.
	InResult Direction = 4
)

// Has reports whether d allows all of e.
func (d Direction) Has(e Direction) bool { return d&e == e }

func (d Direction) String() string {
	switch d {
	case Nobody:
		return "nobody"
	case ToServer:
		return "client to server"
	case ToClient:
		return "server to client"
	case BothWays:
		return "both ways"
	case InResult:
		return "in a result"
	}
	return "mixed"
}
