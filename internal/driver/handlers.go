package driver

import (
	"context"
	"fmt"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

func (d *driver) handlers(all map[string]handlerOption) (opts []client.Option, err error) {
	for name, h := range all {
		switch name {
		case "roots":
			opts = append(opts, client.OnRoots(func(ctx context.Context) ([]protocol.Root, error) {
				err := d.handle(ctx, protocol.MethodRootsList, h)
				return h.Roots, err
			}))
		case "sampling":
			result, err := readResult[protocol.CreateMessageResult](name, h)
			if err != nil {
				return nil, err
			}
			opts = append(opts, client.OnSample(func(ctx context.Context, _ *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
				return result, d.handle(ctx, protocol.MethodCreateMessage, h)
			}))
		case "elicitation":
			result, err := readResult[protocol.ElicitResult](name, h)
			if err != nil {
				return nil, err
			}
			opts = append(opts, client.OnElicit(func(ctx context.Context, _ *protocol.ElicitParams) (*protocol.ElicitResult, error) {
				return result, d.handle(ctx, protocol.MethodElicit, h)
			}))
		default:
			return nil, fmt.Errorf("%w: no handler %q", client.ErrArgument, name)
		}
	}
	return opts, nil
}

func readResult[T any](name string, h handlerOption) (*T, error) {
	result := new(T)
	if h.Result == nil {
		return result, nil
	}
	if err := protocol.Unmarshal(h.Result, result); err != nil {
		return nil, fmt.Errorf("%w: handler %s: %w", client.ErrArgument, name, err)
	}
	return result, nil
}

// handle is what all handlers do: count, wait, fail.
func (d *driver) handle(ctx context.Context, method string, h handlerOption) error {
	d.count(func(f *final) {
		f.HandlerCalls[method]++
		f.HandlerCallsTotal++
	})
	if err := sleep(ctx, ms(h.DelayMs, 0)); err != nil {
		return err
	}
	if h.Panic != "" {
		panic(h.Panic)
	}
	if h.Error != nil {
		return h.Error
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
