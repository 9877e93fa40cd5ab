package camera

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// OpenHTTP reads an MJPEG stream (multipart/x-mixed-replace) or, picture by
// picture, a snapshot address. User and password may stand in the address.
// The error is a *Fault when the address is none.
func OpenHTTP(address string, p Patience) (Source, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fault(Unavailable, nil, "%q is no http address", address)
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, Proxy: http.ProxyFromEnvironment}}
	l := &live{name: u.Redacted(), patience: p, connect: func(ctx context.Context) (stream, error) {
		return getStream(ctx, client, u)
	}}
	return l.start(), nil
}

// httpStream reads the pictures of one response.
type httpStream struct {
	*jpegs
	body io.Closer
	idle func()
}

func (h *httpStream) stop() { h.body.Close() }

func (h *httpStream) close() error {
	h.body.Close()
	h.idle()
	return nil
}

func getStream(ctx context.Context, client *http.Client, u *url.URL) (stream, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	kind := res.Header.Get("Content-Type")
	switch {
	case res.StatusCode == http.StatusUnauthorized, res.StatusCode == http.StatusForbidden:
		err = notLetIn(u.Redacted(), res.Status)
	case res.StatusCode >= 400 && res.StatusCode < 500:
		err = notThere(u.Redacted(), res.Status)
	case res.StatusCode != http.StatusOK:
		err = fmt.Errorf("the camera answers %s", res.Status)
	case !strings.HasPrefix(kind, "multipart/") && !strings.HasPrefix(kind, "image/jpeg") && !strings.HasPrefix(kind, "video/"):
		err = fmt.Errorf("the camera sends %q, neither MJPEG nor JPEG", kind)
	}
	if err != nil {
		res.Body.Close()
		client.CloseIdleConnections()
		return nil, err
	}
	return &httpStream{jpegs: newJPEGs(res.Body), body: res.Body, idle: client.CloseIdleConnections}, nil
}

// notLetIn is the fault of a camera that wants to know who asks.
func notLetIn(name, answer string) error {
	return fault(NotLetIn, nil, "%s answers %s; write the camera's user and password into its address, as in http://user:password@camera", name, answer)
}

// notThere is the fault of a camera that has nothing at an address.
func notThere(name, answer string) error {
	return fault(NotThere, nil, "%s answers %s; look up in the camera's manual at which address its pictures are", name, answer)
}
