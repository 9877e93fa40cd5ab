package scoreboard

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"jantaku/models"
)

// serveDisplay shows the display, or on a table of which nothing is configured yet the set-up.
func (s *Server) serveDisplay(w http.ResponseWriter, r *http.Request) {
	if s.config.Fresh {
		to := url.URL{Path: "setup", RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusSeeOther) // relative, as all addresses
		return
	}
	s.files["index.html"].serve(w, r)
}

// serveSetup carries out a step of the set-up.
func (s *Server) serveSetup(w http.ResponseWriter, r *http.Request) {
	op := r.PathValue("op")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	var object map[string]json.RawMessage
	if err != nil || !operation.MatchString(op) || json.Unmarshal(body, &object) != nil || object == nil {
		refuse(w, http.StatusBadRequest, "bad-request", models.Refused("bad-request", nil, "send a JSON object of at most 64 kB to /api/setup/<step>"))
		return
	}
	if s.config.Setup == nil {
		refuse(w, http.StatusNotImplemented, "read-only", models.Refused("no-such-request", nil, "this table is not set up from here"))
		return
	}
	answer, err := s.config.Setup.Do(r.Context(), op, body)
	if err != nil {
		s.config.Log.Warn("set-up refused", "op", op, "err", err)
		refuse(w, http.StatusUnprocessableEntity, "refused", err)
		return
	}
	if op == "save" || op == "choose" {
		who := visitorOf(r).Who
		s.config.Log.Info("set-up", "op", op, "who", who.Name, "role", who.Role.String(), "from", who.From)
	}
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": answer})
}

// serveSetupPicture gives a picture with what is known about it in the header Jantaku-Picture.
func (s *Server) serveSetupPicture(w http.ResponseWriter, r *http.Request) {
	if s.config.Setup == nil {
		http.NotFound(w, r)
		return
	}
	data, note, err := s.config.Setup.Picture(r.Context(), r.PathValue("name"))
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "refused", err)
		return
	}
	if known, err := json.Marshal(note); err == nil {
		w.Header().Set("Jantaku-Picture", string(known))
	}
	w.Header().Set("Content-Type", pictureType(data))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data) // the reader may be gone; nobody else to tell
}

// pictureType is JPEG or PNG; nothing else is served as a picture.
func pictureType(data []byte) string {
	if kind := http.DetectContentType(data); strings.HasPrefix(kind, "image/") && kind != "image/svg+xml" {
		return kind
	}
	return "application/octet-stream"
}
