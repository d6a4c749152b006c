package server_test

import (
	"context"
	"log"
	"time"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// A method of one's own, and middleware around it and everything else.
func ExampleHandleMethod() {
	timed := func(next server.Handler) server.Handler {
		return func(ctx context.Context, req *server.Request) (any, error) {
			start := time.Now()
			res, err := next(ctx, req)
			log.Println(req.Method(), req.Tool(), time.Since(start), err)
			return res, err
		}
	}
	s := server.New(protocol.Implementation{Name: "kiln", Version: "1.0.0"},
		server.WithMiddleware(timed), server.WithExtension("com.example/fire", nil))

	type cone struct {
		Cone int `json:"cone"`
	}
	server.HandleMethod(s, "com.example/fire", server.InBoth,
		func(_ context.Context, _ *server.Request, in cone) (cone, error) { return in, nil })
	if err := s.Serve(context.Background(), server.Stdio()); err != nil {
		log.Fatal(err)
	}
}

// Slow start-up code runs beside reading: a client that probes is answered at
// once, and its calls wait.
func ExampleStartup() {
	s := server.New(protocol.Implementation{Name: "search", Version: "1.0.0"},
		server.Startup(func(ctx context.Context) error {
			return loadIndex(ctx)
		}))
	if err := s.Serve(context.Background(), server.Stdio()); err != nil {
		log.Fatal(err) // server.ErrStartup if loadIndex failed
	}
}

func loadIndex(context.Context) error { return nil }
