package access_test

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"jantaku/internal/access"
)

func TestNoHTTP2IsSpoken(t *testing.T) {
	certificate, err := access.OwnCertificate(t.TempDir(), []string{"localhost"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Minute}
	defer srv.Close()
	go func() { _ = srv.Serve(tls.NewListener(l, access.ServerTLS(certificate))) }() // until it is closed
	client := http.Client{Transport: &http.Transport{TLSClientConfig: access.ClientTLS(certificate), ForceAttemptHTTP2: true, DisableKeepAlives: true}}
	res, err := client.Get("https://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	if res.ProtoMajor != 1 {
		t.Errorf("the answer is %s", res.Proto)
	}
}
