package access_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jantaku/access"
)

func TestNoHTTP2IsSpoken(t *testing.T) {
	certificate, err := access.OwnCertificate(t.TempDir(), []string{"localhost"}, time.Now(), slog.New(slog.DiscardHandler))
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
		c, err := access.OwnCertificate(folder, []string{"localhost"}, at, slog.New(slog.DiscardHandler))
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
}

// A certificate or a key that a power cut has damaged, or that belongs to another one, is made anew; one that is
// whole stays.
func TestADamagedCertificateIsMadeAnew(t *testing.T) {
	folder, names := t.TempDir(), []string{"localhost"}
	own := func() (tls.Certificate, string) {
		t.Helper()
		var log bytes.Buffer
		c, err := access.OwnCertificate(folder, names, time.Now(), slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		return c, log.String()
	}
	last, said := own()
	if said != "" {
		t.Errorf("the first one is no news: %s", said)
	}
	for _, file := range []string{"cert.pem", "key.pem"} {
		path := filepath.Join(folder, file)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		other, err := access.OwnCertificate(t.TempDir(), names, time.Now(), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		stranger, err := x509.MarshalPKCS8PrivateKey(other.PrivateKey)
		if err != nil {
			t.Fatal(err)
		}
		foreign := map[string][]byte{
			"cert.pem": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: other.Certificate[0]}),
			"key.pem":  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: stranger}),
		}[file]
		for how, content := range map[string][]byte{"empty": nil, "half": whole[:len(whole)/2], "zeros": make([]byte, len(whole)), "another one's": foreign} {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			c, said := own()
			if bytes.Equal(c.Certificate[0], last.Certificate[0]) || !strings.Contains(said, "damaged") {
				t.Errorf("%s %s: made anew without a word: %s", file, how, said)
			}
			if last, said = own(); said != "" || !bytes.Equal(c.Certificate[0], last.Certificate[0]) {
				t.Errorf("%s %s: the one made anew does not stay: %s", file, how, said)
			}
		}
	}
}
