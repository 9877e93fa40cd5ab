package sharedtest

import (
	"io"
	"net/http"
	"testing"
)

// Get asks a server for what stands at an address.
func Get(t testing.TB, address string) (status int, header http.Header, body string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, r.Header, string(data)
}
