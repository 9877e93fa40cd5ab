package mqtt

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Config says which broker the publisher talks to and as whom.
type Config struct {
	Address
	Broker   string // URL: tcp://host:1883, ssl://host:8883, ws://host:9001
	User     string
	Password string
	Program  string // name and version, told in the status
	WebPage  string // where the pages of this daemon are; may be empty
	// Asker signs requests whose topic names nobody; empty when it is not known who may send them.
	Asker string
	// Used has each request that changes something carried out once, also over a restart; nil as long as the
	// program runs, for the newest.
	Used *Used
	// HomeAssistant is the discovery prefix, "homeassistant" by default there;
	// empty publishes nothing for it.
	HomeAssistant string
	// MinWait and MaxWait bound the back-off between attempts to connect; zero
	// gives half a second and 30 s.
	MinWait, MaxWait time.Duration
	// KeepAlive is after how long without a message the broker is asked whether it is there; the broker takes
	// a daemon that says nothing for half as long again for gone. Zero gives 15 s.
	KeepAlive time.Duration
}

func (c Config) withDefaults() Config {
	if c.MinWait <= 0 {
		c.MinWait = 500 * time.Millisecond
	}
	if c.MaxWait <= 0 {
		c.MaxWait = 30 * time.Second
	}
	if c.KeepAlive <= 0 {
		c.KeepAlive = 15 * time.Second
	}
	return c
}

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

func (c Config) statusMessage(status string) Message {
	m, err := NewMessage(c.Status(), Status{
		Head: Head{Schema: "jantaku/status", Version: Version, ID: c.Node + "-" + status,
			Source: c.Prefix + "/" + c.Node, Time: time.Now().UTC()},
		Status: status, Program: c.Program, Tables: []string{c.Table}, WebPage: c.WebPage,
	}, true)
	if err != nil {
		panic(err) // a struct of strings cannot fail to become JSON
	}
	return m
}
