// Package device is the link to the table itself: what an automatic mahjong table
// says over a serial line, as events, and the states those events lead through.
//
// No commercial table publishes a serial protocol, so an adapter board speaks for
// it. Four dialects are understood, all described in docs/serial.md:
//
//   - lines: checksummed ASCII lines, readable in a terminal, for hobby boards;
//   - reference: COBS frames with CRC-16, acknowledgement and a ring log, so that an
//     outage of the host loses nothing and repeats nothing;
//   - pattern: whatever lines a table prints, mapped to events by a list of regular
//     expressions in the configuration;
//   - contact: bare switches, as lines such as "IN3 1".
//
// A [Link] reads one port for ever and survives what a club does to a cable. A
// [Machine] follows the events and rejects the impossible without stopping. A
// [Simulator] is a whole table behind a pseudo-terminal, byte for byte. Everything
// that passes over the line can be recorded with times and replayed.
//
// Places are sides of the table, not winds. Times are those of the host. This is
// the only package that imports github.com/tarm/serial.
package device
