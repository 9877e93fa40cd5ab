package scoreboard

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"jantaku/access"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// maxHeader bounds the headers of a request, in bytes; what browsers send is a tenth of it.
const maxHeader = 16 << 10

// New makes the server; Serve starts it. The error says what is wrong with the
// configuration.
func New(c Config) (*Server, error) {
	if c.Prefix == "" || c.Table == "" {
		return nil, errors.New("scoreboard: prefix and table must be named")
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Accounts == nil {
		c.Accounts, _ = access.New(nil, nil) // without accounts there is nothing to be wrong
	}
	if c.Sessions == nil {
		c.Sessions = &access.Sessions{}
	}
	b, err := newBridge(c)
	if err != nil {
		return nil, err
	}
	files, err := loadFiles()
	if err != nil {
		return nil, err
	}
	return &Server{config: c, files: files, bridge: b, run: rand.Text(), limits: patience}, nil
}

// Pages gives how many pages are connected to the broker, the club's own and others, and how many had to leave
// for others until now.
func (s *Server) Pages() (own, guests int, sent int64) {
	own, sentOwn := s.bridge.own.Taken()
	guests, sentGuests := s.bridge.guests.Taken()
	return own, guests, sentOwn + sentGuests
}

// Serve answers on the listener until the context ends, which is no error. It closes
// the listener and every connection before it returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	live, end := context.WithCancel(ctx)
	defer end()
	srv := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: s.limits.header,
		ReadTimeout:       s.limits.body,
		WriteTimeout:      s.limits.answer,
		IdleTimeout:       s.limits.idle,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return live },
		ErrorLog:          slog.NewLogLogger(s.config.Log.Handler(), slog.LevelDebug),
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if srv.Shutdown(grace) != nil {
			srv.Close()
		}
	})
	err := srv.Serve(l)
	end() // WebSockets are not the server's any more; they end with the context
	if !stop() {
		<-stopped
	}
	s.bridge.wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("scoreboard: %w", err)
}

// Handler gives the pages as a handler; WebSockets end when the request's base
// context does.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	serve := func(pattern string, handler http.HandlerFunc) { mux.Handle(pattern, s.guarded(pattern, handler)) }
	serve("GET /{$}", s.serveDisplay)
	serve("GET /club", s.serveFile("club.html"))
	serve("GET /overlay", styled(s.serveFile("overlay.html")))
	serve("GET /console", s.serveFile("console.html"))
	serve("GET /login", s.serveFile("login.html"))
	serve("GET /pair", s.serveFile("pair.html"))
	serve("GET /setup", s.serveFile("setup.html"))
	serve("GET /api/setup/picture/{name}", s.serveSetupPicture)
	serve("POST /api/setup/{op}", s.serveSetup)
	serve("GET /standings", func(w http.ResponseWriter, r *http.Request) {
		name := "standings.html"
		if season := r.URL.Query().Get("season"); season != "" {
			name = "standings/" + season + ".html"
		}
		s.serveArchived(w, r, name)
	})
	serve("GET /player", func(w http.ResponseWriter, r *http.Request) {
		s.serveArchived(w, r, "player/"+r.URL.Query().Get("id")+".html")
	})
	serve("GET /matches", func(w http.ResponseWriter, r *http.Request) {
		name := "matches.html"
		if before := r.URL.Query().Get("before"); before != "" {
			name = "matches/" + before + ".html"
		}
		s.serveArchived(w, r, name)
	})
	serve("GET /matches/{file}", styled(func(w http.ResponseWriter, r *http.Request) { s.serveArchived(w, r, r.PathValue("file")) }))
	serve("GET /replay", s.serveFile("replay.html"))
	serve("GET /api/replay/{hand}", s.serveReplay)
	serve("GET /share/{file}", s.serveShare)
	serve("GET /share/match/{file}", s.serveShareMatch)
	serve("GET /{name...}", s.serveAny)
	serve("GET /tiles/{name}", s.serveTile)
	serve("GET /portraits/{name}", s.servePortrait)
	serve("GET /photo/{sum}", func(w http.ResponseWriter, r *http.Request) { s.servePhoto(w, r, Photos.Photo) })
	serve("GET /evidence/{sum}", func(w http.ResponseWriter, r *http.Request) { s.servePhoto(w, r, Photos.Evidence) })
	serve("GET /config.json", s.serveConfig)
	serve("GET /mqtt", s.bridge.serve)
	serve("POST /api/request/{op}", s.serveRequest)
	serve("POST /api/login", s.serveLogin)
	serve("POST /api/logout", s.serveLogout)
	serve("POST /api/pair", s.servePair)
	serve("POST /api/invite", s.serveInvite)
	serve("POST /api/unpair", s.serveUnpair)
	serve("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	serve("GET /readyz", s.serveReady)
	if s.config.Metrics != nil {
		serve("GET /metrics", s.config.Metrics.ServeHTTP)
	}
	return Protected(mux, s.config.Hosts, s.config.Log)
}

// Protected are pages that answer by the names of this machine alone, of which no page of another site changes anything,
// such as confirming a hand, and which load nothing from outside. A request that panics is answered and logged.
func Protected(pages http.Handler, hosts []string, log *slog.Logger) http.Handler {
	return surviving(onlyKnownHosts(http.NewCrossOriginProtection().Handler(withHeaders(pages)), hosts, log), log)
}

// surviving answers a request whose handler panics, and says so in the log, where the library would
// close the connection without a word.
func surviving(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil || fault == http.ErrAbortHandler { // the library's own way to end an answer
				return
			}
			log.Error("a request has panicked", "method", r.Method, "path", r.URL.Path, "fault", fault, "stack", string(debug.Stack()))
			refuse(w, http.StatusInternalServerError, "panic", errors.New("this is a fault of the program; its log says more"))
		}()
		next.ServeHTTP(w, r)
	})
}

// Policy keeps a page to its own files.
const Policy = "default-src 'self'; img-src 'self' data:; frame-ancestors 'self'"

// styled lets a page be styled from outside too: OBS puts the custom CSS of a browser source
// into the page as a style element. What such CSS names is still not loaded.
func styled(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", Policy+"; style-src 'self' 'unsafe-inline'")
		next(w, r)
	}
}

// withHeaders keeps the pages to their own files: nothing from outside is loaded,
// even by mistake.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

func (s *Server) serveReady(w http.ResponseWriter, _ *http.Request) {
	if s.config.Ready != nil {
		if err := s.config.Ready(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
	}
	fmt.Fprintln(w, "ready")
}

// serveConfig tells a page where it is. Addresses are relative, so that a reverse
// proxy may put the pages under any path.
func (s *Server) serveConfig(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"prefix": s.config.Prefix, "table": s.config.Table, "node": s.config.Node, "program": s.config.Program, "demo": s.config.Demo, "shares": s.config.Shares != nil,
		"mqtt": "mqtt", "requests": s.config.Requests != nil, "pin": !s.config.Accounts.Open(), "named": s.config.Accounts.Named(), "role": visitorOf(r).Role.String(),
		"setup": s.config.Setup != nil, "pairing": s.config.Pairing != nil, "portraits": s.portraits(), "fresh": s.config.Fresh, "failed": models.ReasonsOf(s.config.Failed), "run": s.run, "books": desks(),
	})
}

// desks are what the rule books ask of whoever enters a hand.
func desks() map[string]scoring.Desk {
	all := map[string]scoring.Desk{}
	for id, book := range books.All() {
		all[id] = book.Desk
	}
	return all
}
