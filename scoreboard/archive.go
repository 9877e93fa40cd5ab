package scoreboard

import (
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// serveReplay gives a hand to be played again.
func (s *Server) serveReplay(w http.ResponseWriter, r *http.Request) {
	if s.config.Replays == nil {
		http.NotFound(w, r)
		return
	}
	data, err := s.config.Replays.Replay(r.Context(), r.PathValue("hand"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		http.NotFound(w, r)
	case err != nil:
		s.config.Log.Error("replay", "hand", r.PathValue("hand"), "err", err)
		http.Error(w, "the hand cannot be read", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(data) // the reader may be gone; nobody else to tell
	}
}

// archived are the media types of what an archive gives.
var archived = map[string]string{".html": "text/html; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".json": "application/json; charset=utf-8"}

// serveArchived gives a file of the archive.
func (s *Server) serveArchived(w http.ResponseWriter, r *http.Request, name string) {
	kind, ok := archived[path.Ext(name)]
	if s.config.Archive == nil || !ok {
		http.NotFound(w, r)
		return
	}
	data, err := s.config.Archive.File(r.Context(), name, Language(r))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		http.NotFound(w, r)
		return
	case err != nil:
		s.config.Log.Error("archive", "file", name, "err", err)
		http.Error(w, "the books cannot be read", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data) // the reader may be gone; nobody else to tell
}

// Language is that of a page that the server writes: the one that is asked for, or the first
// of the browser's that there is.
func Language(r *http.Request) string {
	wanted := append([]string{r.URL.Query().Get("lang")}, strings.Split(r.Header.Get("Accept-Language"), ",")...)
	for _, one := range wanted {
		for _, lang := range [...]string{"zh", "ja", "en"} {
			if strings.HasPrefix(strings.TrimSpace(one), lang) {
				return lang
			}
		}
	}
	return "en"
}
