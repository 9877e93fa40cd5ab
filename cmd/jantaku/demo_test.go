package main

import (
	"net"
	"testing"
)

func TestADemoStartsBesideWhatListensAlready(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := taken.Addr().String()
	if got := freeOr(address); got != "127.0.0.1:0" {
		t.Errorf("while %s is taken: %s", address, got)
	}
	taken.Close()
	if got := freeOr(address); got != address {
		t.Errorf("when %s is free: %s", address, got)
	}
}
