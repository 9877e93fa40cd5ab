// Package mqtt tells the world what happens at a table, and hears what the world
// wants: topics, payloads, a publisher that loses nothing, requests and responses,
// Home Assistant discovery, and a broker for clubs that have none.
//
// # What is promised
//
// Everything a display needs is retained and complete in itself, so that a display
// that joins late, or after a broker restart, draws the whole picture from what it
// is given at once. Events are never retained, and requests that are retained are
// refused: a command must not run again because somebody subscribed.
//
// What is published comes out of an [Outbox] that the ledger fills in the same
// transaction as the hand itself. A message leaves the outbox when the broker has
// acknowledged it and not before. A message can arrive twice, never not at all;
// its id tells.
//
// # Who may be a broker
//
// Any MQTT 3.1.1 broker. This package is the only one that knows the client
// library and the embedded broker.
package mqtt
