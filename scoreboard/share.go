package scoreboard

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/skip2/go-qrcode"
)

// qrSize is that of a QR code, pixels.
const qrSize = 480

// matchCode is the file of the QR code of a match.
const matchCode = "match"

// serveShare gives the picture of a hand, ID.png, or the QR code of its address, ID.qr.png, for a telephone before the
// display; match.qr.png?match=ID is that of a match.
func (s *Server) serveShare(w http.ResponseWriter, r *http.Request) {
	id, isPNG := strings.CutSuffix(r.PathValue("file"), ".png")
	id, isCode := strings.CutSuffix(id, ".qr")
	code := isCode && id == matchCode
	if s.config.Shares == nil && !code || !isPNG || len(id) > mostID {
		http.NotFound(w, r)
		return
	}
	lang := Language(r)
	var picture []byte
	var err error
	switch {
	case code:
		picture, err = qrcode.Encode(s.matchPage(r, lang), qrcode.Medium, qrSize)
	case isCode:
		picture, err = qrcode.Encode(pictureAddress(r, "/share/", id, lang), qrcode.Medium, qrSize)
	default:
		picture, err = s.config.Shares.Picture(r.Context(), id, lang)
	}
	s.answerPicture(w, r, picture, err)
}

// serveShareMatch gives the picture of a match, ID.png, or the QR code of its address, ID.qr.png.
func (s *Server) serveShareMatch(w http.ResponseWriter, r *http.Request) {
	id, isPNG := strings.CutSuffix(r.PathValue("file"), ".png")
	id, isCode := strings.CutSuffix(id, ".qr")
	if s.config.Shares == nil || !isPNG || len(id) > mostID {
		http.NotFound(w, r)
		return
	}
	lang := Language(r)
	var picture []byte
	var err error
	if isCode {
		picture, err = qrcode.Encode(pictureAddress(r, "/share/match/", id, lang), qrcode.Medium, qrSize)
	} else {
		picture, err = s.config.Shares.Match(r.Context(), id, lang)
	}
	s.answerPicture(w, r, picture, err)
}

// pictureAddress is where a telephone sees the picture of what is known by an id under a path.
func pictureAddress(r *http.Request, path, id, lang string) string {
	return reach(r) + path + url.PathEscape(id) + ".png?lang=" + lang
}

// answerPicture gives a picture to share, or why there is none.
func (s *Server) answerPicture(w http.ResponseWriter, r *http.Request, picture []byte, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		http.NotFound(w, r)
	case err != nil:
		s.config.Log.Error("picture to share", "file", r.PathValue("file"), "err", err)
		http.Error(w, "the picture cannot be drawn", http.StatusInternalServerError)
	default:
		newFile(picture, "image/png").serve(w, r)
	}
}

// matchPage is where a telephone sees the match that a request names: at the hall of the league, or else on the display.
func (s *Server) matchPage(r *http.Request, lang string) string {
	if s.config.Hall == "" {
		return reach(r) + "/?lang=" + lang
	}
	id := r.URL.Query().Get("match")
	return strings.TrimSuffix(s.config.Hall, "/") + "/match?" + url.Values{"id": {id[:min(len(id), mostID)]}, "lang": {lang}}.Encode()
}

// mostID bounds the id of a hand or a match in an address, in bytes: those of tables have 36.
const mostID = 64

// reach is the address of these pages as another machine reaches them: as the request has it, but for a name of this
// machine alone, which is that of a screen at the box itself.
func reach(r *http.Request) string {
	scheme := map[bool]string{true: "https://", false: "http://"}[r.TLS != nil]
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return scheme + r.Host
	}
	if at, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !at.IsLoopback()) {
		return scheme + r.Host
	}
	addresses, _ := net.InterfaceAddrs() // without any the code leads to this machine
	for _, a := range addresses {
		if network, ok := a.(*net.IPNet); ok && network.IP.To4() != nil && network.IP.IsPrivate() {
			return scheme + net.JoinHostPort(network.IP.String(), port)
		}
	}
	return scheme + r.Host
}
