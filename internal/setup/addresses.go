package setup

import (
	"encoding/base64"
	"fmt"
	"net"
	"os"

	qrcode "github.com/skip2/go-qrcode"
)

// Address is where a page is found.
type Address struct {
	Page string `json:"page"` // display, console, overlay, club or setup
	URL  string `json:"url"`
	QR   string `json:"qr"` // a data address of a PNG picture
}

// pages are the pages by their paths.
var pages = [...]struct{ page, path string }{{"display", ""}, {"console", "console"}, {"overlay", "overlay"}, {"club", "club"}, {"setup", "setup"}}

// qrSide is the side of a QR code, pixels.
const qrSide = 240

// Addresses gives where the pages are found that are served at listen, host:port, by a telephone
// in the same network where the whole network is served.
func Addresses(listen string, tls bool) ([]Address, error) {
	var all []Address
	for _, p := range pages {
		url, err := PageAddress(listen, tls, p.path)
		if err != nil {
			return nil, err
		}
		qr, err := QR(url)
		if err != nil {
			return nil, err
		}
		all = append(all, Address{Page: p.page, URL: url, QR: qr})
	}
	return all, nil
}

// PageAddress gives where one page is found.
func PageAddress(listen string, tls bool, path string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("setup: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = ownHost()
	}
	scheme := "http"
	if tls {
		scheme = "https"
	}
	return fmt.Sprintf("%s://%s/%s", scheme, net.JoinHostPort(host, port), path), nil
}

// QR gives the code of an address as the data address of a PNG picture.
func QR(url string) (string, error) {
	png, err := qrcode.Encode(url, qrcode.Medium, qrSide)
	if err != nil {
		return "", fmt.Errorf("setup: QR code of %s: %w", url, err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png), nil
}

// QRText gives the code of an address as lines of a terminal.
func QRText(url string) (string, error) {
	code, err := qrcode.New(url, qrcode.Low)
	if err != nil {
		return "", fmt.Errorf("setup: QR code of %s: %w", url, err)
	}
	return code.ToSmallString(false), nil
}

// ownHost is the address by which others in the network reach this machine: its first one that
// is no loopback, or its name.
func ownHost() string {
	addresses, _ := net.InterfaceAddrs() // without them the name is left
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			return ip.IP.String()
		}
	}
	if name, err := os.Hostname(); err == nil {
		return name
	}
	return "localhost"
}
