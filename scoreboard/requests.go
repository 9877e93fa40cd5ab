package scoreboard

import (
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"sync"
	"time"
)

var operation = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

const maxRequest = 64 << 10

// serveRequest hands a request of the console to the program. The answer has the
// form of an MQTT response: {"status":"ok","data":...} or {"status":"error",...}.
func (s *Server) serveRequest(w http.ResponseWriter, r *http.Request) {
	op := r.PathValue("op")
	if s.config.Requests == nil {
		refuse(w, http.StatusNotImplemented, "read-only", "this page cannot change anything; start jantaku with requests allowed")
		return
	}
	if ok, wait := s.lock.open(r.Header.Get("X-Jantaku-Pin"), time.Now()); !ok {
		message := "wrong PIN"
		if wait > 0 {
			message = "too many wrong PINs; wait " + wait.Round(time.Second).String()
		}
		refuse(w, http.StatusForbidden, "pin", message)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	var object map[string]json.RawMessage
	if err != nil || !operation.MatchString(op) || json.Unmarshal(body, &object) != nil || object == nil {
		refuse(w, http.StatusBadRequest, "bad-request", "send a JSON object of at most 64 kB to /api/request/<operation>")
		return
	}
	data, err := s.config.Requests.Request(r.Context(), op, body)
	if err != nil {
		s.config.Log.Warn("request refused", "op", op, "err", err)
		refuse(w, http.StatusUnprocessableEntity, "refused", err.Error())
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": data})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, map[string]any{"status": "error", "error": map[string]string{"code": code, "message": message}})
}

// pinLock compares PINs and slows down whoever guesses.
type pinLock struct {
	pin   string
	mu    sync.Mutex
	wrong int
	until time.Time
}

// open reports whether the PIN is right, and how long nobody may try again.
func (l *pinLock) open(pin string, now time.Time) (bool, time.Duration) {
	if l.pin == "" {
		return true, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Before(l.until) {
		return false, l.until.Sub(now)
	}
	if subtle.ConstantTimeCompare([]byte(pin), []byte(l.pin)) == 1 {
		l.wrong = 0
		return true, 0
	}
	if pin == "" {
		return false, 0 // asked without one: the page then shows the field
	}
	if l.wrong++; l.wrong >= 5 {
		l.until = now.Add(time.Duration(l.wrong-4) * 30 * time.Second)
	}
	return false, 0
}
