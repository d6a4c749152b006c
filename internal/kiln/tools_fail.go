package kiln

import (
	"context"
	"errors"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addFailingTools() {
	fail := func(name, description string, err error) {
		server.AddTool(k.Server, protocol.Tool{Name: name, Description: description},
			func(context.Context, *server.Request, open) (string, error) { return "", err })
	}
	fail("quiet_fail", "Fails with an internal error", protocol.InternalError())
	fail("soft_fail", "Returns a result with isError", errors.New("a soft failure"))
	fail("fail", "Returns a result with isError", errors.New("this tool always fails"))
	server.AddTool(k.Server, protocol.Tool{Name: "boom", Description: "Panics"},
		func(context.Context, *server.Request, open) (string, error) { panic("kiln-boom-7f3a") })
}
