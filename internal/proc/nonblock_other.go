//go:build !unix

package proc

func unblock(any) error { return nil }
