//go:build unix

package server

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// takeStdio duplicates descriptors 0 and 1 beyond the reach of children (they
// are close-on-exec) and puts /dev/null and stderr in their places. Writing to
// the duplicate of a broken pipe is an error, not a SIGPIPE: that is reserved
// for descriptors 1 and 2. Those lead to stderr, which a client may close at any
// time: a log line or a stray print must not end the server then, so the signal
// is taken, too, and dropped. It is not ignored: children would inherit that. A
// stderr that cannot break is left alone: taking the first signal costs a start
// some threads.
func takeStdio() (io.Reader, io.Writer, func(), error) {
	in, err := duplicate(0)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("server: Stdio: stdin: %w", err)
	}
	out, err := duplicate(1)
	if err != nil {
		syscall.Close(in)
		return nil, nil, nil, fmt.Errorf("server: Stdio: stdout: %w", err)
	}
	if null, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err == nil {
		replace(null, 0)
		syscall.Close(null)
	}
	replace(2, 1)
	broken := make(chan os.Signal, 1)
	if breakable(2) {
		signal.Notify(broken, syscall.SIGPIPE)
	}
	lentIn, lentOut := &lent{fd: descriptor(in)}, &lent{fd: descriptor(out)}
	restore := func() {
		replace(in, 0)
		replace(out, 1)
		signal.Stop(broken)
		lentIn.giveBack()
		lentOut.giveBack()
	}
	return lentIn, lentOut, restore, nil
}

// breakable reports whether a descriptor may have a reader that goes away, which
// files, terminals and /dev/null have not.
func breakable(fd int) bool {
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) != nil {
		return true
	}
	kind := st.Mode & syscall.S_IFMT
	return kind == syscall.S_IFIFO || kind == syscall.S_IFSOCK
}

func duplicate(fd int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	n, err := syscall.Dup(fd)
	if err == nil {
		syscall.CloseOnExec(n)
	}
	return n, err
}

// descriptor reads and writes without the poller: on a blocking pipe that is
// faster, and a descriptor shared with other processes must not be made
// non-blocking.
type descriptor int

func (d descriptor) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(int(d), p)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			if err := await(int(d), false); err != nil {
				return 0, err
			}
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (d descriptor) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n, err := syscall.Write(int(d), p[done:])
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			if err := await(int(d), true); err != nil {
				return done, err
			}
			continue
		case err != nil:
			return done, err
		}
		done += n
	}
	return done, nil
}
