//go:build !linux

package client_test

func beHost() {}
