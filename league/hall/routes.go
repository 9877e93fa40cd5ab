package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"jantaku/access"
	"jantaku/internal/report"
	"jantaku/league/store"
	"jantaku/scoreboard"
)

// New makes the server.
func New(c Config) (*Server, error) {
	if c.Sessions == nil {
		c.Sessions = &access.Sessions{}
	}
	if c.Accounts != nil {
		c.Accounts.Remember(c.Sessions)
	}
	all, err := scoreboard.Words()
	if err != nil {
		return nil, err
	}
	s := &Server{config: c, words: map[string]report.Words{}, pages: map[string]*template.Template{}, stores: map[string]*store.Store{}}
	for lang, words := range all {
		own, err := files.ReadFile("words/" + lang + ".json")
		if err == nil {
			err = json.Unmarshal(own, &words) // beside those that are there
		}
		if err != nil {
			return nil, fmt.Errorf("hall: words of %s: %w", lang, err)
		}
		s.words[lang] = report.Words{Lang: lang, Of: words}
		s.stores[lang] = c.Store.Naming(func(id int64) string {
			return strings.ReplaceAll(words["people.removed"], "{n}", strconv.FormatInt(id, 10))
		})
		all := template.New("pages").Funcs(s.words[lang].Funcs()).Funcs(template.FuncMap{
			"pair": func(c cup, rounds []round) seating { return seating{c, rounds} }, "drawn": drawn})
		if s.pages[lang], err = all.ParseFS(files, "pages.html", "people.html", "tournaments.html"); err != nil {
			return nil, fmt.Errorf("hall: %w", err)
		}
	}
	if s.static, err = scoreboard.Static(); err != nil {
		return nil, err
	}
	return s, nil
}

// Handler gives the pages.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, page := range map[string]pageFunc{
		"GET /{$}": s.hall, "GET /matches": s.matches, "GET /match": s.match, "GET /hand": s.hand, "GET /player": s.player,
		"GET /standings": s.standings, "GET /search": s.search, "GET /trouble": s.trouble, "GET /enter": s.enter, "POST /enter": s.enter,
		"GET /tournaments": s.tournaments, "POST /tournaments": s.tournaments, "GET /tournament": s.tournament, "POST /tournament": s.tournament,
		"GET /people": s.people, "POST /people": s.people,
	} {
		mux.HandleFunc(pattern, s.page(roleFor(pattern), page))
	}
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /live": s.live, "GET /logout": s.logout, "GET /tournament.json": s.tournamentFile, "GET /api/replay/{hand}": s.replay,
		"GET /config.json": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintln(w, `{"table":"","prefix":"","node":"","role":"viewer"}`)
		},
		"GET /healthz": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") },
		"GET /readyz":  s.ready, "GET /replay": s.shared("replay.html"), "GET /": s.files,
	} {
		mux.HandleFunc(pattern, s.open(pattern, handler))
	}
	if s.config.Metrics != nil {
		mux.HandleFunc("GET /metrics", s.open("GET /metrics", s.config.Metrics.ServeHTTP))
	}
	return scoreboard.Protected(mux, s.config.Hosts, s.config.Log)
}

// Serve answers on the listener until the context ends, which is no error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: headerLimit, ReadTimeout: bodyLimit, WriteTimeout: answerLimit, IdleTimeout: idleLimit,
		MaxHeaderBytes: mostHeader, ErrorLog: slog.NewLogLogger(s.config.Log.Handler(), slog.LevelDebug)}
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if srv.Shutdown(grace) != nil {
			srv.Close()
		}
	})
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("hall: %w", err)
	}
	return nil
}
