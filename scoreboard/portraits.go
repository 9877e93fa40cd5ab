package scoreboard

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jantaku/models/playername"
)

// portraitKinds are the endings of pictures that a club may lay into its folder. A drawing in SVG could run
// scripts of its own and is none of them.
var portraitKinds = []string{".png", ".jpg", ".jpeg", ".webp"}

// portraits lists the pictures of players and teams: file by name, which is that of the file without its ending, composed
// as names are in the books: some computers decompose those of files.
// A folder that is not there has none.
func (s *Server) portraits() map[string]string {
	files, _ := os.ReadDir(s.config.Portraits)
	all := map[string]string{}
	for _, f := range files {
		kind := filepath.Ext(f.Name())
		if f.Type().IsRegular() && slices.Contains(portraitKinds, strings.ToLower(kind)) {
			all[playername.Same(strings.TrimSuffix(f.Name(), kind))] = f.Name()
		}
	}
	return all
}

// servePortrait serves one of them by the name of its file.
func (s *Server) servePortrait(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	kind := filepath.Ext(name)
	if s.portraits()[playername.Same(strings.TrimSuffix(name, kind))] != name {
		http.NotFound(w, r)
		return
	}
	picture, err := os.ReadFile(filepath.Join(s.config.Portraits, name))
	if err != nil {
		s.config.Log.Warn("picture of a player not served", "file", name, "err", err)
		http.NotFound(w, r)
		return
	}
	newFile(picture, mediaType(strings.ToLower(name))).serve(w, r)
}
