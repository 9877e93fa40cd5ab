package mqtt

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"jantaku/models"
)

// Request is what arrives on a request topic: a JSON object whose fields belong to
// the operation, with the transaction beside them.
type Request struct {
	Op          string
	Transaction string // chosen by who asks; a repeated one is answered, not carried out again
	Body        json.RawMessage
}

// Response answers a request.
type Response struct {
	Schema      string          `json:"schema"`
	Version     int             `json:"version"`
	Transaction string          `json:"transaction"`
	Status      string          `json:"status"` // ok or error
	Data        json.RawMessage `json:"data,omitempty"`
	Error       *Fault          `json:"error,omitempty"`
}

// Fault is why a request was not carried out.
type Fault struct {
	Code    string `json:"code"`
	Message string `json:"message"` // in English
	// Reasons are the same as stable words with their data, the outer ones first.
	Reasons []models.Reason `json:"reasons,omitempty"`
}

// Reasons to refuse a request before anybody is asked.
var (
	ErrBadRequest = errors.New("mqtt: bad request")
	errRetained   = errors.New("mqtt: a request must not be retained")
)

const maxRequest = 64 << 10

var transactionPattern = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)

// ParseRequest reads what arrived on the request topic of an operation. The error
// is ErrBadRequest with what is wrong; the transaction beside it holds when it
// could be read.
func ParseRequest(op string, payload []byte) (Request, error) {
	r := Request{Op: op}
	if !idPattern.MatchString(op) {
		return r, fmt.Errorf("%w: operation %.40q", ErrBadRequest, op)
	}
	if len(payload) > maxRequest {
		return r, fmt.Errorf("%w: %d bytes, at most %d", ErrBadRequest, len(payload), maxRequest)
	}
	var head struct {
		Transaction string `json:"transaction"`
	}
	if trimmed := strings.TrimSpace(string(payload)); !strings.HasPrefix(trimmed, "{") {
		return r, fmt.Errorf("%w: not a JSON object", ErrBadRequest)
	}
	if err := json.Unmarshal(payload, &head); err != nil {
		return r, fmt.Errorf("%w: %w", ErrBadRequest, err)
	}
	if !transactionPattern.MatchString(head.Transaction) {
		return r, fmt.Errorf("%w: transaction: give 1 to 64 letters, digits or _.:-", ErrBadRequest)
	}
	r.Transaction, r.Body = head.Transaction, json.RawMessage(payload)
	return r, nil
}

func failure(transaction, code string, err error) Response {
	return Response{Schema: "jantaku/response", Version: Version, Transaction: transaction, Status: "error",
		Error: &Fault{Code: code, Message: err.Error(), Reasons: models.ReasonsOf(err)}}
}

// answers remembers the newest answers by transaction.
type answers struct {
	mu    sync.Mutex
	size  int
	byKey map[string]Response
	keys  []string // oldest first
}

func newAnswers(size int) *answers { return &answers{size: size, byKey: map[string]Response{}} }

func (a *answers) get(key string) (Response, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r, ok := a.byKey[key]
	return r, ok
}

func (a *answers) put(key string, r Response) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.keys) == a.size {
		delete(a.byKey, a.keys[0])
		a.keys = a.keys[1:]
	}
	a.byKey[key] = r
	a.keys = append(a.keys, key)
}
