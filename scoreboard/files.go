package scoreboard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard/tiles"
	"jantaku/scoring/books"
)

//go:embed web
var web embed.FS

// loadFiles reads the embedded pages, once for all servers, which change nothing of them.
var loadFiles = sync.OnceValues(func() (map[string]file, error) {
	files := map[string]file{}
	err := fs.WalkDir(web, "web", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := web.ReadFile(name)
		if err != nil {
			return err
		}
		files[strings.TrimPrefix(name, "web/")] = newFile(body, mediaType(name))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("scoreboard: pages: %w", err)
	}
	for name, f := range files {
		if strings.HasSuffix(name, ".html") {
			files[name] = newFile(preloading(f.body, files), f.kind)
		}
	}
	words, err := Words()
	for lang, said := range words {
		body, _ := json.Marshal(said) // a map of texts
		name := "words/" + lang + ".json"
		files[name] = newFile(body, mediaType(name))
	}
	return files, err
})

var (
	script  = regexp.MustCompile(`<script type="module" src="([\w-]+\.js)"></script>`)
	imports = regexp.MustCompile(`(?m)^(?:import|export) .*?from "\./([\w-]+\.js)";`)
)

// preloading names every module that the script of a page needs in its head. A browser that reads one after the other
// asks again for each module that imports another; so it asks for all at once.
func preloading(page []byte, files map[string]file) []byte {
	found := script.FindSubmatchIndex(page)
	if found == nil {
		return page
	}
	needed := []string{string(page[found[2]:found[3]])}
	for i := 0; i < len(needed); i++ {
		for _, one := range imports.FindAllSubmatch(files[needed[i]].body, -1) {
			if name := string(one[1]); !slices.Contains(needed, name) {
				needed = append(needed, name)
			}
		}
	}
	var links bytes.Buffer
	for _, name := range needed[1:] {
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n  ", name)
	}
	return slices.Concat(page[:found[0]], links.Bytes(), page[found[0]:])
}

// mediaType does not depend on the tables of the machine, which may be missing.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".json":
		return "application/json; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".webp":
		return "image/webp"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func newFile(body []byte, kind string) file {
	sum := sha256.Sum256(body)
	return file{body: body, kind: kind, etag: strconv.Quote(hex.EncodeToString(sum[:8]))}
}

// serve answers with the file, or with 304 when the browser has it already.
func (f file) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("ETag", f.etag)
	w.Header().Set("Cache-Control", "no-cache") // ask each time: after an update the pages must fit together
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.body))
}

func (s *Server) serveFile(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.files[name].serve(w, r) }
}

// Static serves scripts, styles, words and tiles of the pages, for pages of others that look the same.
func Static() (http.Handler, error) {
	files, err := loadFiles()
	if err != nil {
		return nil, err
	}
	s := &Server{files: files}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tiles/{name}", s.serveTile)
	mux.HandleFunc("GET /{name...}", s.serveAny)
	return mux, nil
}

func (s *Server) serveAny(w http.ResponseWriter, r *http.Request) {
	f, ok := s.files[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	f.serve(w, r)
}

// serveTile draws a tile: 5m.svg, or back-1.svg and back-2.svg for the two sets of
// an automatic table, and unknown.svg.
func (s *Server) serveTile(w http.ResponseWriter, r *http.Request) {
	name, isSVG := strings.CutSuffix(r.PathValue("name"), ".svg")
	var picture []byte
	switch name {
	case "back-1":
		picture = tiles.Back(1)
	case "back-2":
		picture = tiles.Back(2)
	case "unknown":
		picture = tiles.SVG(models.Unknown)
	default:
		if t, err := models.ParseTile(name); err == nil && t.HasFace() {
			picture = tiles.SVG(t)
		}
	}
	if !isSVG || picture == nil {
		http.NotFound(w, r)
		return
	}
	newFile(picture, "image/svg+xml").serve(w, r)
}

// servePhoto serves a picture by its sum, as it is kept.
func (s *Server) servePhoto(w http.ResponseWriter, r *http.Request, kept func(Photos, context.Context, string) (models.Photo, error)) {
	if s.config.Photos == nil {
		http.NotFound(w, r)
		return
	}
	photo, err := kept(s.config.Photos, r.Context(), r.PathValue("sum"))
	switch {
	case errors.Is(err, ledger.ErrNoPhoto):
		http.Error(w, "this photograph is not kept any more", http.StatusNotFound)
	case err != nil:
		s.config.Log.Warn("photograph not served", "sum", r.PathValue("sum"), "err", err)
		http.Error(w, "the photograph cannot be read", http.StatusInternalServerError)
	case !strings.HasPrefix(photo.Type, "image/"):
		http.Error(w, "not a picture", http.StatusNotFound)
	default:
		newFile(photo.Data, photo.Type).serve(w, r)
	}
}

// Words gives what the pages say: by language, then by key. What they say of one rule book alone stands in its folder.
func Words() (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	for _, lang := range [...]string{"zh", "ja", "en"} {
		text, err := web.ReadFile("web/words/" + lang + ".json")
		if err != nil {
			return nil, fmt.Errorf("scoreboard: words: %w", err)
		}
		words := map[string]string{}
		if err := json.Unmarshal(text, &words); err != nil {
			return nil, fmt.Errorf("scoreboard: words of %s: %w", lang, err)
		}
		for _, book := range books.All() {
			for key, names := range book.Words.Pages {
				words[key] = names.In(lang)
			}
		}
		all[lang] = words
	}
	return all, nil
}
