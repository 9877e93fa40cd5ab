package scoreboard

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
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
	if pin := r.Header.Get("X-Jantaku-Pin"); !s.mayAsk(r.RemoteAddr, pin) {
		message := "wrong PIN"
		if wait := s.lock.wait(r.RemoteAddr, time.Now()); wait > 0 {
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

// mayAsk reports whether the PIN is right and its sender did not guess too often.
func (s *Server) mayAsk(address, pin string) bool {
	ok := s.lock.open(address, pin, time.Now())
	if !ok && pin != "" {
		s.config.Log.Warn("wrong PIN, or too many", "from", address)
	}
	return ok
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, map[string]any{"status": "error", "error": map[string]string{"code": code, "message": message}})
}
