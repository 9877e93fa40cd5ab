package table

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/vision/camera"
)

// The certificate of the first start serves pages and broker, and stays at the next.
func TestPagesAndBrokerOverTLS(t *testing.T) {
	c := config.Default()
	c.Data, c.TLS.Mode = t.TempDir(), config.TLSOwn
	c.MQTT.Listen, c.Web.Listen = "127.0.0.1:0", "127.0.0.1:0"
	in := Parts{Limits: camera.DefaultLimits()}
	made, err := c.Certificate(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	one, err := Start(t.Context(), c, in, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { done <- one.Run(ctx) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	file := filepath.Join(c.Data, "tls", "cert.pem")
	pem, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots}}}
	r, err := client.Get(one.Page() + "readyz")
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
	if got := r.TLS.PeerCertificates[0]; !got.Equal(made.Leaf) {
		t.Error("the second start made another certificate")
	}
	host, port, _ := strings.Cut(one.Broker.Addr(), ":")
	sub := func(args ...string) string {
		out, _ := exec.CommandContext(t.Context(), sharedtest.Tool(t, "mosquitto_sub"), append([]string{"-h", host, "-p", port, "-t", "jantaku/daemon/status", "-C", "1", "-W", "5"}, args...)...).CombinedOutput()
		return string(out)
	}
	if got := sub("--cafile", file); !strings.Contains(got, `"online"`) {
		t.Errorf("over TLS a display reads %q", got)
	}
	if got := sub(); strings.Contains(got, "online") {
		t.Errorf("without TLS a display reads %q", got)
	}
	if key, err := os.Stat(filepath.Join(c.Data, "tls", "key.pem")); err != nil || key.Mode().Perm() != 0o600 {
		t.Errorf("key: %v %v", key.Mode(), err)
	}
}
