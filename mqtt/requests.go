package mqtt

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"jantaku/access"
	"jantaku/models"
)

// Handler does what people ask for. The pipeline implements it.
type Handler interface {
	// Request carries out an operation. body is the JSON object of the request; the
	// answer is JSON too. The error's text is shown to the person who asked.
	Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error)
}

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

// answer carries out requests in order, one at a time.
func (p *Publisher) answer(ctx context.Context, s *session) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-s.inbox:
			op, name, ours := p.config.Operation(m.Topic())
			if !ours {
				if string(m.Payload()) == "online" { // Home Assistant has started
					if err := p.sendAll(ctx, s, p.config.discovery()); err != nil {
						return err
					}
				}
				continue
			}
			if len(m.Payload()) == 0 {
				continue // a request that was cleared
			}
			// A request that was published as retained while the daemon was there comes like any other, and would
			// come again on each connection: none stays at the broker, also when the program ends right now.
			if err := p.send(ctx, s, Message{Topic: m.Topic(), Retained: true}); err != nil {
				return err
			}
			response := p.respond(ctx, op, name, m.Payload(), m.Retained())
			to := p.config.Response(op)
			if name != "" {
				to += "/" + name
			}
			message, err := NewMessage(to, response, false)
			if err != nil {
				p.log.Error("response", "op", op, "err", err)
				continue
			}
			if err := p.send(ctx, s, message); err != nil && !errors.Is(err, errUnpublishable) {
				return err
			}
		}
	}
}

// respond gives the answer to one request. A transaction that was answered before
// gets the same answer and is not carried out again, since QoS 1 may deliver twice.
func (p *Publisher) respond(ctx context.Context, op, name string, payload []byte, retained bool) Response {
	request, err := ParseRequest(op, payload)
	if err == nil && retained {
		err = errRetained
	}
	if err != nil {
		p.log.Warn("request refused", "op", op, "err", err)
		return failure(request.Transaction, "bad-request", err)
	}
	key := op + "/" + name + " " + request.Transaction
	if old, ok := p.answers.get(key); ok {
		return old
	}
	if p.config.Used != nil && access.Changes(op) {
		if fresh, err := p.config.Used.take(key); err != nil {
			return failure(request.Transaction, "refused", err)
		} else if !fresh {
			return failure(request.Transaction, "refused", models.Refused("request-used", nil, "mqtt: this request was taken before the program started anew; look into the books whether it was carried out, and ask under another transaction"))
		}
	}
	p.stats.requests.Add(1)
	response := Response{Schema: "jantaku/response", Version: Version, Transaction: request.Transaction, Status: "ok"}
	// Who may publish a request at all is the broker's to say; its rules say a referee.
	who := access.Who{Name: cmp.Or(name, p.config.Asker), Role: access.Referee, Via: "mqtt"}
	if response.Data, err = p.handler.Request(access.With(ctx, who), op, request.Body); err != nil {
		response = failure(request.Transaction, "refused", err)
	}
	p.answers.put(key, response)
	return response
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
