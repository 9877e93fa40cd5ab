package mqtt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/access"
	"jantaku/models"
)

// Publisher brings the outbox to a broker and requests from the broker to the
// handler. It may be used from several goroutines.
type Publisher struct {
	config  Config
	id      string // of the client
	outbox  Outbox
	handler Handler
	log     *slog.Logger

	mu       sync.Mutex
	retained map[string]Message // what each retained topic should hold
	order    []string           // topics of retained in the order they came
	dirty    map[string]bool    // set by Retain and not yet on this connection
	told     []Message          // by Tell and not yet sent
	wake     chan struct{}      // holds one element when dirty is not empty

	answers *answers
	stats   stats
}

type stats struct {
	connected atomic.Bool
	connects  atomic.Int64
	published atomic.Int64
	setAside  atomic.Int64
	requests  atomic.Int64
}

// Stats are counters for /metrics.
type Stats struct {
	Connected bool  // and greeted, so that requests are heard
	Connects  int64 // connections made since the start
	Published int64 // messages acknowledged by a broker
	SetAside  int64 // messages that no broker would take; each is in the log
	Requests  int64 // requests answered
}

// NewPublisher makes a publisher; Run starts it. handler may be nil: then requests
// are not heard. The error says what is wrong with the configuration.
func NewPublisher(c Config, outbox Outbox, handler Handler, log *slog.Logger) (*Publisher, error) {
	if err := c.Address.Validate(); err != nil {
		return nil, err
	}
	if err := checkBroker(c.Broker); err != nil {
		return nil, err
	}
	return &Publisher{
		config: c.withDefaults(), id: newClientID(c.Node), outbox: outbox, handler: handler, log: log,
		retained: map[string]Message{}, dirty: map[string]bool{}, wake: make(chan struct{}, 1),
		answers: newAnswers(256),
	}, nil
}

// Stats gives the counters.
func (p *Publisher) Stats() Stats {
	return Stats{p.stats.connected.Load(), p.stats.connects.Load(), p.stats.published.Load(),
		p.stats.setAside.Load(), p.stats.requests.Load()}
}

// Retain says what a retained topic holds from now on. It does not wait for the
// broker; only the newest message of a topic counts. It is for what the ledger does
// not keep, such as the phase of the table, and for what is known at the start.
func (p *Publisher) Retain(m Message) error {
	m.Retained = true
	if err := m.check(); err != nil {
		return err
	}
	p.mu.Lock()
	p.keep(m)
	p.dirty[m.Topic] = true
	p.mu.Unlock()
	p.wakeUp()
	return nil
}

// Tell publishes what happens now and is in no books, such as a hand that is laid down:
// once, retained nowhere, and to nobody while there is no broker.
func (p *Publisher) Tell(m Message) error {
	m.Retained = false
	if err := m.check(); err != nil {
		return err
	}
	if !p.stats.connected.Load() {
		return nil
	}
	p.mu.Lock()
	p.told = append(p.told, m)
	p.mu.Unlock()
	p.wakeUp()
	return nil
}

func (p *Publisher) wakeUp() {
	select {
	case p.wake <- struct{}{}:
	default: // a wake-up is already waiting
	}
}

// keep remembers a retained message for the next connection. p.mu is held.
func (p *Publisher) keep(m Message) {
	if _, known := p.retained[m.Topic]; !known {
		p.order = append(p.order, m.Topic)
	}
	p.retained[m.Topic] = m
}

// Run connects, publishes and reconnects until the context ends, which is no error.
// A broker that is away is waited for, for ever; an outbox that fails is an error,
// because then the ledger is broken.
func (p *Publisher) Run(ctx context.Context) error {
	wait := newBackoff(p.config.MinWait, p.config.MaxWait)
	var away time.Time // since when there has been no broker; zero while there is one
	for ctx.Err() == nil {
		s, err := dial(ctx, p.config, p.id, p.log)
		if err == nil {
			if !away.IsZero() {
				p.log.Info("broker is back", "broker", p.config.Broker, "away", time.Since(away).Round(time.Millisecond))
				away = time.Time{}
			}
			began := time.Now()
			err = p.serve(ctx, s)
			if time.Since(began) > p.config.MaxWait {
				wait.reset()
			}
		}
		var broken *outboxError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &broken):
			return fmt.Errorf("mqtt: %w", broken.err)
		case away.IsZero():
			away = time.Now()
			p.log.Warn("no broker; results are kept and will be published when it is there",
				"broker", p.config.Broker, "err", err)
		default:
			p.log.Debug("still no broker", "broker", p.config.Broker, "err", err)
		}
		wait.sleep(ctx)
	}
	return nil
}

// outboxError marks an error of the outbox, which ends Run.
type outboxError struct{ err error }

func (e *outboxError) Error() string { return e.err.Error() }

// serve uses one connection until it is lost or the context ends.
func (p *Publisher) serve(ctx context.Context, s *session) error {
	p.stats.connects.Add(1)
	defer s.close()

	defer func() {
		if ctx.Err() != nil { // also where that ends the greeting, which has begun with the status
			p.farewell(s)
		}
	}()
	if err := p.greet(ctx, s); err != nil {
		return err
	}
	p.stats.connected.Store(true) // requests are heard from now on
	defer p.stats.connected.Store(false)
	group, live := errgroup.WithContext(ctx)
	group.Go(func() error { return s.watch(live) })
	group.Go(func() error { return p.drain(live, s) })
	group.Go(func() error { return p.refresh(live, s) })
	group.Go(func() error { return p.answer(live, s) })
	group.Go(func() error { return p.insist(live, s) })
	return group.Wait()
}

// greet makes the broker know everything again: status, every retained topic,
// discovery, and the subscription to requests.
func (p *Publisher) greet(ctx context.Context, s *session) error {
	if err := p.send(ctx, s, p.config.statusMessage(statusOnline)); err != nil {
		return err
	}
	p.mu.Lock()
	var all []Message
	for _, topic := range p.order {
		all = append(all, p.retained[topic])
	}
	clear(p.dirty)
	p.told = nil // happened on the connection before
	p.mu.Unlock()
	if err := p.sendAll(ctx, s, append(all, p.config.discovery()...)); err != nil {
		return err
	}
	// Last of what is told, so that whatever came over the status meanwhile is heard.
	if err := s.subscribe(ctx, p.config.Status(), s.receiveStatus); errors.Is(err, errNotGranted) {
		p.log.Warn("a false offline will stay: the daemon may not read its own status", "err", err)
	} else if err != nil {
		return err
	}
	var filters []string
	if p.handler != nil {
		filters = append(filters, p.config.Request("+"), p.config.Request("+/+"))
	}
	if p.config.HomeAssistant != "" {
		filters = append(filters, p.config.HomeAssistant+"/status")
	}
	for _, filter := range filters {
		if err := s.subscribe(ctx, filter, s.receive); err != nil {
			return err
		}
	}
	return nil
}

// insistEvery is how often the status is put right at most, so that two who deny each other do not
// fill a network.
const insistEvery = time.Second

// insist says that the daemon is there whenever the broker tells otherwise. A connection that the network
// has swallowed is ended by the broker long after the next one began, or another run of the
// program; its will then lies over what that one has said, and everybody would believe it.
func (p *Publisher) insist(ctx context.Context, s *session) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.denied:
		}
		p.log.Info("the broker told that this daemon is offline; put right", "topic", p.config.Status())
		if err := p.send(ctx, s, p.config.statusMessage(statusOnline)); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(insistEvery):
		}
	}
}

// drain publishes the outbox in order. A message is done when its acknowledgement
// has come, never before.
func (p *Publisher) drain(ctx context.Context, s *session) error {
	for {
		m, err := p.outbox.Next(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return &outboxError{fmt.Errorf("outbox: %w", err)}
		}
		switch err := p.send(ctx, s, m); {
		case errors.Is(err, errUnpublishable):
			p.stats.setAside.Add(1)
			p.log.Error("message set aside; the ledger still holds what it told", "id", m.ID, "err", err)
		case err != nil:
			return err
		case m.Retained:
			p.mu.Lock()
			p.keep(m)
			p.mu.Unlock()
		}
		if err := p.outbox.Done(ctx, m.ID); err != nil && ctx.Err() == nil {
			return &outboxError{fmt.Errorf("outbox: message %d: %w", m.ID, err)}
		}
	}
}

// refresh publishes what Retain set and Tell told.
func (p *Publisher) refresh(ctx context.Context, s *session) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.wake:
		}
		p.mu.Lock()
		var changed []Message
		for _, topic := range p.order {
			if p.dirty[topic] {
				changed = append(changed, p.retained[topic])
			}
		}
		clear(p.dirty)
		changed = append(changed, p.told...)
		p.told = nil
		p.mu.Unlock()
		// What fails here is published again on the next connection, if it is retained.
		if err := p.sendAll(ctx, s, changed); err != nil {
			return err
		}
	}
}

// send publishes one message and counts it.
func (p *Publisher) send(ctx context.Context, s *session, m Message) error {
	if err := s.publish(ctx, m); err != nil {
		return err
	}
	p.stats.published.Add(1)
	return nil
}

// sendAll publishes messages in order, up to the first that fails.
func (p *Publisher) sendAll(ctx context.Context, s *session, ms []Message) error {
	for _, m := range ms {
		if err := p.send(ctx, s, m); err != nil {
			return err
		}
	}
	return nil
}

// farewell says that the daemon leaves on purpose; it does not wait long.
func (p *Publisher) farewell(s *session) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.publish(ctx, p.config.statusMessage(statusOffline)); err != nil {
		p.log.Debug("offline status not published", "err", err)
	}
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
