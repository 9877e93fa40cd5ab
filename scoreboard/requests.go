package scoreboard

import (
	"encoding/json"
	"io"
	"net/http"

	"jantaku/access"
	"jantaku/models"
)

// serveRequest hands a request of the console to the program. The answer has the
// form of an MQTT response: {"status":"ok","data":...} or {"status":"error",...}.
func (s *Server) serveRequest(w http.ResponseWriter, r *http.Request) {
	op := r.PathValue("op")
	if s.config.Requests == nil {
		refuse(w, http.StatusNotImplemented, "read-only", models.Refused("read-only", nil, "this page cannot change anything; start jantaku with requests allowed"))
		return
	}
	if need, known := access.OperationRole(op); known && !s.mayAsk(w, r, need) {
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	var object map[string]json.RawMessage
	if err != nil || !operation.MatchString(op) || json.Unmarshal(body, &object) != nil || object == nil {
		refuse(w, http.StatusBadRequest, "bad-request", models.Refused("bad-request", nil, "send a JSON object of at most 64 kB to /api/request/<operation>"))
		return
	}
	data, err := s.config.Requests.Request(access.With(r.Context(), visitorOf(r).Who), op, body)
	if err != nil {
		s.config.Log.Warn("request refused", "op", op, "err", err)
		refuse(w, http.StatusUnprocessableEntity, "refused", err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "data": data})
}
