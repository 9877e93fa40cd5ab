// Package hall shows what an archive holds and what its tables do now: the hall, matches, hands, players, standings and a
// search, as pages that a server writes, in Chinese, Japanese and English.
package hall

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"jantaku/access"
	"jantaku/internal/replay"
	"jantaku/internal/report"
	"jantaku/league/director"
	"jantaku/league/store"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
)

//go:embed pages.html people.html tournaments.html web words
var files embed.FS

// Config says what is shown, and to whom.
type Config struct {
	Store    *store.Store
	Live     *Live
	Accounts *access.Accounts // who may see what is to be looked into, and who corrected what; nil for nobody
	Sessions *access.Sessions
	Director *director.Director
	Hosts    []string     // names of this machine besides its addresses and those of local networks
	Metrics  http.Handler // nil: no /metrics
	Log      *slog.Logger
}

// Server serves the pages.
type Server struct {
	config Config
	words  map[string]report.Words
	pages  map[string]*template.Template // by language
	stores map[string]*store.Store       // by language: it names players whose names were removed
	hidden sync.Map                      // by language: what hid removed names when it was read last
	static http.Handler
}

// drawn reads the tiles of a win as it is listed; nil where they are none.
func drawn(tiles string) *models.Win {
	for _, size := range []models.HandSize{models.Thirteen, models.Sixteen} {
		if w, err := models.ParseTextOf(size, tiles); err == nil {
			return w
		}
	}
	return nil
}

// limits are how long a client may take, and how much it may say.
const (
	headerLimit = 10 * time.Second
	bodyLimit   = 30 * time.Second
	answerLimit = time.Minute
	idleLimit   = 2 * time.Minute
	mostHeader  = 16 << 10
	mostBody    = 4 << 10
	queryLimit  = 10 * time.Second
	hidingLimit = 2 * time.Second // cards are asked for every few seconds, and have to come while the database is away
)

// roleFor gives who may have a route by the table of rights. It panics for one that is not there, which a test of any
// page notices.
func roleFor(pattern string) access.Role {
	role, ok := access.HallRouteRole(pattern)
	if !ok {
		panic("hall: " + pattern + " is not in the table of rights")
	}
	return role
}

// open serves a route to everybody, as the table of rights must have it.
func (s *Server) open(pattern string, next http.HandlerFunc) http.HandlerFunc {
	if roleFor(pattern) > access.Viewer {
		panic("hall: " + pattern + " is not for everybody")
	}
	return next
}

// files serves the files of this package, and those that it shares with the pages of a table.
func (s *Server) files(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if _, err := fs.Stat(files, "web/"+name); err != nil || name == "" {
		s.static.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeFileFS(w, r, files, "web/"+name)
}

// shared serves a page of the table under another path.
func (s *Server) shared(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = "/" + name
		s.static.ServeHTTP(w, r)
	}
}

func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.config.Store.Ping(r.Context()); err != nil {
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
}

// asked is a request for a page.
type asked struct {
	*http.Request
	w    http.ResponseWriter
	lang string
	who  access.Who
}

// query is a field of the address, cut to what a person types.
func (a asked) query(name string) string {
	text := strings.TrimSpace(a.URL.Query().Get(name))
	return strings.ToValidUTF8(text[:min(len(text), 120)], "")
}

// shown is a page that is written: the name of its template and what it sees.
type shown struct {
	name string
	data any
	raw  []byte // in place of both
}

type pageFunc func(ctx context.Context, a asked) (shown, error)

// head is what every page has at its top.
type head struct {
	Title, Script string
	Screen, Named bool
	May, Directs  bool // a referee's rights, a director's
	Who           string
	Links         []link // the same page in each language
}

// link is the page in a language.
type link struct{ Code, Label, At string }

// labels are the languages, each as it is called on its button.
var labels = [...]link{{Code: "zh", Label: "中"}, {Code: "ja", Label: "日"}, {Code: "en", Label: "EN"}}

func (s *Server) head(a asked, title string) head {
	h := head{Title: title, May: a.who.Role >= access.Referee, Directs: a.who.Role >= access.Director, Who: a.who.Name, Named: s.config.Accounts != nil}
	for _, one := range labels {
		q := a.URL.Query()
		q.Set("lang", one.Code)
		one.At = "?" + q.Encode()
		h.Links = append(h.Links, one)
	}
	return h
}

// books are those of the archive, in a language.
func (s *Server) books(lang string) *store.Store { return s.stores[lang] }

// say gives a word of the language that is asked for.
func (s *Server) say(a asked, key string) string { return s.words[a.lang].Of[key] }

// page writes a page for those who may have it, or says why there is none; who has not said who that is, is asked.
func (s *Server) page(need access.Role, do pageFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a := asked{Request: r, w: w, lang: scoreboard.Language(r), who: s.identify(r)}
		ctx, cancel := context.WithTimeout(r.Context(), queryLimit)
		defer cancel()
		if a.who.Role < need && a.who.Role <= access.Viewer {
			http.Redirect(w, r, "enter?lang="+a.lang, http.StatusSeeOther)
			return
		}
		var page shown
		err := error(&access.RightError{Op: r.Pattern, Need: need})
		if a.who.Role >= need {
			page, err = do(ctx, a)
		}
		status := http.StatusOK
		switch denied := (*access.RightError)(nil); {
		case errors.As(err, &denied):
			status, page = http.StatusForbidden, s.fault(a, "hall.forbidden")
		case errors.Is(err, fs.ErrNotExist):
			status, page = http.StatusNotFound, s.fault(a, "hall.absent")
		case err != nil:
			s.config.Log.Error("page", "path", r.URL.Path, "err", err)
			status, page = http.StatusServiceUnavailable, s.fault(a, "hall.away")
		}
		if page.raw == nil && page.name == "" {
			return // answered
		}
		s.write(w, a, status, page)
	}
}

func (s *Server) fault(a asked, why string) shown {
	return shown{name: "fault", data: struct {
		Page head
		Why  string
	}{s.head(a, "jantaku"), why}}
}

func (s *Server) write(w http.ResponseWriter, a asked, status int, page shown) {
	body := page.raw
	if body == nil {
		var b bytes.Buffer
		if err := s.pages[a.lang].ExecuteTemplate(&b, page.name, page.data); err != nil {
			s.config.Log.Error("page", "template", page.name, "err", err)
			http.Error(w, "this is a fault of the program; its log says more", http.StatusInternalServerError)
			return
		}
		body = b.Bytes()
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the reader may be gone; nobody else to tell
}

// replayed are the books of the store, as replays ask for them.
type replayed struct{ *store.Store }

func (b replayed) MatchOf(ctx context.Context, entry string) (string, error) {
	name, err := b.Store.MatchOf(ctx, entry)
	if errors.Is(err, store.ErrNone) {
		err = fmt.Errorf("%w: %w", ledger.ErrNoEntry, err)
	}
	return name, err
}

func (b replayed) Match(ctx context.Context, id string) (ledger.State, error) {
	_, state, err := b.Store.Match(ctx, id)
	return state, err
}

// replay gives a hand to be played again.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) {
	data, err := replay.Archive{Books: replayed{s.config.Store}}.Replay(r.Context(), r.PathValue("hand"))
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

// hiding gives what stands for names that were removed. While the database is away that is what was read last, so that cards go on.
func (s *Server) hiding(ctx context.Context, lang string) (hidden func(club, name string) string, err error) {
	ctx, cancel := context.WithTimeout(ctx, hidingLimit)
	defer cancel()
	hidden, err = s.books(lang).Hidden(ctx)
	if err == nil {
		s.hidden.Store(lang, hidden)
		return hidden, nil
	}
	last, ok := s.hidden.Load(lang)
	if !ok {
		return nil, err
	}
	s.config.Log.Warn("names that were removed are those of before", "err", err)
	return last.(func(club, name string) string), nil
}

// cards gives the tables in a language.
func (s *Server) cards(ctx context.Context, lang string) (hallPage, error) {
	words := s.words[lang]
	hidden, err := s.hiding(ctx, lang)
	if err != nil {
		return hallPage{}, err
	}
	return s.config.Live.cards(words.Round, func(wind string) string { return words.Of["wind."+wind] }, hidden), nil
}

func (s *Server) hall(ctx context.Context, a asked) (shown, error) {
	cards, err := s.cards(ctx, a.lang)
	if err != nil {
		return shown{}, err
	}
	page := s.head(a, s.say(a, "hall.title"))
	page.Script, page.Screen = "hall.js", a.query("screen") != ""
	return shown{name: "hall", data: struct {
		Page head
		Hall hallPage
	}{page, cards}}, nil
}

// live gives the cards alone, and nothing where they are as they were.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	lang := scoreboard.Language(r)
	var b bytes.Buffer
	cards, err := s.cards(r.Context(), lang)
	if err == nil {
		err = s.pages[lang].ExecuteTemplate(&b, "live", cards)
	}
	if err != nil {
		s.config.Log.Error("live", "err", err)
		http.Error(w, "this is a fault of the program; its log says more", http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256(b.Bytes())
	w.Header().Set("ETag", strconv.Quote(hex.EncodeToString(sum[:8])))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b.Bytes()))
}

// cookieName is that of a session; a cookie knows no port.
const cookieName = "jantaku-league"

// identify finds out who asks.
func (s *Server) identify(r *http.Request) (who access.Who) {
	who.Role = access.Viewer
	if s.config.Accounts == nil {
		return who
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return who
	}
	if known, ok := s.config.Sessions.Who(cookie.Value, s.config.Accounts, time.Now()); ok {
		return known
	}
	return who
}

// enter asks who somebody is, and opens a session.
func (s *Server) enter(_ context.Context, a asked) (shown, error) {
	if s.config.Accounts == nil {
		return shown{}, store.ErrNone
	}
	problem := ""
	if a.Method == http.MethodPost {
		a.Body = http.MaxBytesReader(a.w, a.Body, mostBody)
		if err := a.ParseForm(); err == nil {
			who, err := s.config.Accounts.Check(a.RemoteAddr, a.PostForm.Get("name"), a.PostForm.Get("secret"), time.Now())
			if err == nil {
				s.config.Log.Info("login", "who", who.Name, "from", a.RemoteAddr)
				http.SetCookie(a.w, s.cookie(a.Request, s.config.Sessions.Begin(who, time.Now())))
				http.Redirect(a.w, a.Request, "./?lang="+a.lang, http.StatusSeeOther)
				return shown{}, nil
			}
			s.config.Log.Warn("login refused", "from", a.RemoteAddr, "err", err)
			problem = "hall.wrong"
			if errors.Is(err, access.ErrWait) {
				problem = "hall.wait"
			}
		} else {
			problem = "hall.wrong"
		}
	}
	return shown{name: "enter", data: struct {
		Page    head
		Problem string
	}{s.head(a, s.say(a, "hall.login")), problem}}, nil
}

func (s *Server) cookie(r *http.Request, token string) *http.Cookie {
	return &http.Cookie{Name: cookieName, Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil}
}

func (s *Server) logout(w http.ResponseWriter, r *http.Request) {
	if cookie, err := r.Cookie(cookieName); err == nil {
		s.config.Sessions.End(cookie.Value)
	}
	gone := s.cookie(r, "")
	gone.MaxAge = -1
	http.SetCookie(w, gone)
	http.Redirect(w, r, "./?lang="+url.QueryEscape(scoreboard.Language(r)), http.StatusSeeOther)
}
