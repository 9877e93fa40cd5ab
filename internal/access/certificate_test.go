package access_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
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

func TestACertificateIsMadeAnewWithTheSameKey(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	key := func(at time.Time) any {
		t.Helper()
		c, err := access.OwnCertificate(folder, []string{"localhost"}, at)
		if err != nil {
			t.Fatal(err)
		}
		return c.Leaf.PublicKey
	}
	first := key(now)
	if next := key(now.Add(800 * 24 * time.Hour)); !reflect.DeepEqual(next, first) {
		t.Error("the next certificate has another key, which clients that know the key refuse")
	}
	// Power fails between the two files.
	if err := os.Remove(filepath.Join(folder, "cert.pem")); err != nil {
		t.Fatal(err)
	}
	if after := key(now); !reflect.DeepEqual(after, first) {
		t.Error("the certificate that was lost was made anew with another key")
	}
	if err := errors.Join(os.Remove(filepath.Join(folder, "cert.pem")), os.WriteFile(filepath.Join(folder, "key.pem"), []byte("rubbish"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := access.OwnCertificate(folder, []string{"localhost"}, now); err == nil {
		t.Error("rubbish was taken for a key")
	}
}
