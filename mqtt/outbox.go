package mqtt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Message is one thing to publish, with QoS 1.
type Message struct {
	ID       int64 // grows; the outbox's own number
	Topic    string
	Payload  []byte // empty and retained removes what the broker keeps
	Retained bool
}

// Outbox holds what is still to be published, oldest first. The ledger implements
// it and fills it in the transaction that changes the ledger.
type Outbox interface {
	// Next gives the oldest message that is not done. It waits until there is one,
	// and gives the context's error when the context ends first. The same message
	// comes again until it is done.
	Next(ctx context.Context) (Message, error)
	// Done removes the message: a broker has acknowledged it.
	Done(ctx context.Context, id int64) error
}

// NewMessage writes a payload as JSON for a topic.
func NewMessage(topic string, payload any, retained bool) (Message, error) {
	body, err := json.Marshal(payload)
	if err != nil {
		return Message{}, fmt.Errorf("mqtt: payload of %s: %w", topic, err)
	}
	return Message{Topic: topic, Payload: body, Retained: retained}, nil
}

// maxPayload keeps messages under what every broker takes by default.
const maxPayload = 256 << 10

// errUnpublishable marks a message that no broker will ever take.
var errUnpublishable = errors.New("mqtt: message cannot be published")

// check refuses what would make a broker close the connection, again and again.
func (m Message) check() error {
	switch {
	case m.Topic == "" || len(m.Topic) > 1024 || strings.ContainsAny(m.Topic, "+#\x00") || strings.HasPrefix(m.Topic, "$"):
		return fmt.Errorf("%w: topic %.80q", errUnpublishable, m.Topic)
	case len(m.Payload) > maxPayload:
		return fmt.Errorf("%w: %s: payload of %d bytes, at most %d", errUnpublishable, m.Topic, len(m.Payload), maxPayload)
	}
	return nil
}
