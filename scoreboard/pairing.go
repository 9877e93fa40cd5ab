package scoreboard

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"jantaku/access"
	"jantaku/models"
)

// servePair makes the device that asks a referee's.
func (s *Server) servePair(w http.ResponseWriter, r *http.Request) {
	var said struct {
		Code string `json:"code"`
	}
	if !s.reads(w, r, &said) {
		return
	}
	name, err := s.config.Pairing.Accept(said.Code)
	if err != nil {
		s.config.Log.Warn("pairing refused", "from", r.RemoteAddr, "err", err)
		refuse(w, http.StatusForbidden, "refused", err)
		return
	}
	s.config.Log.Info("device paired", "who", name, "from", r.RemoteAddr)
	http.SetCookie(w, s.deviceCookie(r, s.config.Sessions.Pair(name, s.config.Accounts, time.Now())))
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": map[string]string{"name": name, "role": access.Referee.String()}})
}

// serveInvite gives a code that pairs one device.
func (s *Server) serveInvite(w http.ResponseWriter, r *http.Request) {
	var wish struct {
		Name string `json:"name"`
	}
	if !s.reads(w, r, &wish) {
		return
	}
	got, err := s.config.Pairing.Invite(wish.Name)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "refused", err)
		return
	}
	s.config.Log.Info("a device may be paired", "for", wish.Name, "who", visitorOf(r).Name, "from", r.RemoteAddr)
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": map[string]any{"url": got.URL, "qr": got.QR, "paired": s.config.Sessions.Paired()}})
}

// serveUnpair makes every paired device say again who it is.
func (s *Server) serveUnpair(w http.ResponseWriter, r *http.Request) {
	n := s.config.Sessions.Paired()
	s.config.Sessions.Unpair()
	s.config.Log.Info("no device is paired any more", "devices", n, "who", visitorOf(r).Name, "from", r.RemoteAddr)
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": map[string]int{"paired": n}})
}

// reads takes the JSON object of a request about pairing, and answers otherwise.
func (s *Server) reads(w http.ResponseWriter, r *http.Request, into any) bool {
	if s.config.Pairing == nil {
		refuse(w, http.StatusNotImplemented, "read-only", models.Refused("no-such-request", nil, "no device is paired here"))
		return false
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil || json.Unmarshal(body, into) != nil {
		refuse(w, http.StatusBadRequest, "bad-request", models.Refused("bad-request", nil, "send a JSON object"))
		return false
	}
	return true
}
