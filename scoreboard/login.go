package scoreboard

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"jantaku/access"
	"jantaku/models"
)

// visitor is who asks; wrong is why somebody who said who he is was not believed.
type visitor struct {
	access.Who
	wrong  error
	device string // that is known; empty for any other
	said   bool   // and was believed who he is
}

type visitorKey struct{}

// guarded serves a route to those who may have it by the table of rights. It panics for a route
// that is not in the table, which a test of any page notices.
func (s *Server) guarded(pattern string, next http.Handler) http.Handler {
	need, ok := access.RouteRole(pattern)
	if !ok {
		panic("scoreboard: " + pattern + " is not in the table of rights")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, s.identify(r)))
		if s.mayAsk(w, r, need) {
			next.ServeHTTP(w, r)
		}
	})
}

// visitorOf gives who asks.
func visitorOf(r *http.Request) visitor {
	v, _ := r.Context().Value(visitorKey{}).(visitor)
	return v
}

// identify finds out who asks: by the cookie of a session or of a paired device, or by a PIN in every
// request, as programs without cookies send it. Without either somebody is a viewer, and a referee where
// nobody has to say who he is.
func (s *Server) identify(r *http.Request) (v visitor) {
	v.Role = access.Viewer
	switch {
	case s.config.Fresh && fromHere(r):
		v.Role = access.Admin
	case !s.config.Fresh && s.config.Accounts.Open():
		v.Role = access.Referee
	}
	now := time.Now()
	for _, name := range [...]string{s.deviceCookieName(), s.cookieName()} {
		cookie, err := r.Cookie(name)
		if err != nil || s.config.Fresh && name == s.deviceCookieName() { // nobody is a referee of a table that is not set up
			continue
		}
		if who, ok := s.config.Sessions.Who(cookie.Value, s.config.Accounts, now); ok && who.Role >= v.Role {
			v.Who, v.said = who, true
		}
	}
	if cookie, err := r.Cookie(s.deviceCookieName()); err == nil {
		v.device, _ = s.config.Sessions.Device(cookie.Value, now)
	}
	if pin := r.Header.Get("X-Jantaku-Pin"); pin != "" {
		var who access.Who
		if who, v.wrong = s.config.Accounts.CheckFrom(v.device, r.RemoteAddr, "", pin, now); v.wrong == nil {
			v.Who = who
		} else {
			s.config.Log.Warn("PIN refused", "from", r.RemoteAddr, "err", v.wrong)
		}
	}
	v.Via, v.From = "console", r.RemoteAddr
	return v
}

// mayAsk reports whether who asks is trusted so far, and answers otherwise: a browser that opens a
// page is led to the login, a request of a page is told that it is refused.
func (s *Server) mayAsk(w http.ResponseWriter, r *http.Request, need access.Role) bool {
	v := visitorOf(r)
	if v.Role >= need {
		return true
	}
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
		// Relative, as all addresses: a proxy may have put the pages under another path.
		up := strings.Repeat("../", strings.Count(strings.Trim(r.URL.Path, "/"), "/"))
		http.Redirect(w, r, up+"login?to="+url.QueryEscape(strings.TrimPrefix(r.URL.Path, "/")), http.StatusSeeOther)
		return false
	}
	why := v.wrong
	if why == nil {
		why = models.Refused("log-in", nil, "this needs the right of a %v", need)
	}
	s.refuseLogin(w, why)
	return false
}

// refuseLogin answers with the code "pin", at which a page asks for name and secret.
func (s *Server) refuseLogin(w http.ResponseWriter, why error) {
	writeJSON(w, http.StatusForbidden, map[string]any{"status": "error",
		"error": map[string]any{"code": "pin", "message": why.Error(), "reasons": models.ReasonsOf(why), "named": s.config.Accounts.Named(), "fresh": s.config.Fresh}})
}

// cookieName keeps the sessions of tables on one machine apart: a cookie knows no port.
func (s *Server) cookieName() string { return "jantaku-" + s.config.Table }

// deviceCookieName is of what a device is known by.
func (s *Server) deviceCookieName() string { return "jantaku-device-" + s.config.Table }

// serveLogin opens a session for a name and a secret, or for a shared secret alone.
func (s *Server) serveLogin(w http.ResponseWriter, r *http.Request) {
	var said struct {
		Name   string `json:"name"`
		Secret string `json:"secret"`
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil || json.Unmarshal(body, &said) != nil {
		refuse(w, http.StatusBadRequest, "bad-request", models.Refused("bad-request", nil, "send a JSON object with name and secret"))
		return
	}
	now := time.Now()
	who, err := s.config.Accounts.CheckFrom(visitorOf(r).device, r.RemoteAddr, said.Name, said.Secret, now)
	if err != nil {
		s.config.Log.Warn("login refused", "name", fmt.Sprintf("%.40q", said.Name), "from", r.RemoteAddr, "err", err)
		s.refuseLogin(w, err)
		return
	}
	s.config.Log.Info("login", "who", who.Name, "role", who.Role.String(), "from", r.RemoteAddr)
	http.SetCookie(w, s.cookie(r, s.config.Sessions.Begin(who, now)))
	before, _ := r.Cookie(s.deviceCookieName())
	http.SetCookie(w, s.deviceCookie(r, s.config.Sessions.Know(valueOf(before), now)))
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": map[string]string{"name": who.Name, "role": who.Role.String()}})
}

// serveLogout ends the session.
func (s *Server) serveLogout(w http.ResponseWriter, r *http.Request) {
	if cookie, err := r.Cookie(s.cookieName()); err == nil {
		s.config.Sessions.End(cookie.Value)
	}
	gone := s.cookie(r, "")
	gone.MaxAge = -1
	http.SetCookie(w, gone)
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok"})
}

// cookie is one that no script reads and no page of another site sends. It ends with the
// browser's session; the server ends it earlier.
func (s *Server) cookie(r *http.Request, token string) *http.Cookie {
	return &http.Cookie{Name: s.cookieName(), Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil}
}

// deviceAge is how long a browser keeps by what it is known; 400 days is the most that browsers keep.
const deviceAge = 400 * 24 * time.Hour

// deviceCookie is by what a device is known, also when the browser was closed.
func (s *Server) deviceCookie(r *http.Request, token string) *http.Cookie {
	c := s.cookie(r, token)
	c.Name, c.MaxAge = s.deviceCookieName(), int(deviceAge.Seconds())
	return c
}

// valueOf is the value of a cookie; empty for none.
func valueOf(c *http.Cookie) string {
	if c == nil {
		return ""
	}
	return c.Value
}
