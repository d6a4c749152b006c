// Package proc runs one child process: it starts it in a group of its own,
// holds its three pipes, and ends it so that nothing is left behind. It knows
// no protocol; to it the pipes carry bytes.
//
//	p, err := proc.Start(exec.Command("node", "server.mjs"), proc.Options{})
//	go read(p.Stdout())
//	fmt.Fprintln(p.Stdin(), line)
//	how, err := p.Stop(ctx, proc.Graces{})
//
// A child's life, and the file that tells it:
//
//   - start.go: pipes, process group, launch. One goroutine, locked to its
//     thread, starts the child and stays until the child is reaped.
//   - life.go: that goroutine's way from the launch to the last descriptor.
//   - stop.go: the shutdown everybody else asks for: close stdin, wait,
//     SIGTERM, wait, SIGKILL (decisions K11, C-SHUT-1, C-SHUT-2).
//   - output.go: stdout. What was written before the end is read after it.
//   - drain.go, forward.go, tail.go: stderr, which is never left unread.
//
// # What the exit waits for
//
// A child may leave processes behind in its group, and they may hold its
// pipes. When the child itself is gone they get Options.Linger to finish what
// they were writing; then the group is killed. On Linux the child stays
// unreaped until that has happened, so the group's number cannot have passed
// to strangers. A process that moved to a group or session of its own is
// beyond reach: it lives on, but nothing here waits for it.
//
// # Platforms
//
// Linux also kills the child when this process dies, however it dies. That
// covers the child, not its descendants, and not a set-uid program. Other
// Unix systems have groups but neither that nor the unreaped wait. Elsewhere
// (Windows) there is no group and no SIGTERM: closing stdin, and then killing
// the one process, is all that is done.
package proc
