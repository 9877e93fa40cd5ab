// Package scoreboard serves the pages of a table: the display for the club's
// television, the overlay for a stream, and the referee's console.
//
// # How a page lives
//
// A page is drawn by the browser from what the broker retains; the server renders
// nothing. It loads its files from this server and nothing from anywhere else,
// reads /config.json, and subscribes over MQTT in a WebSocket at /mqtt. That path
// leads, byte for byte, to the broker's ordinary TCP port, so any MQTT 3.1.1 broker
// will do and one port is enough. The way is a window and no door: pages can
// subscribe under the prefix and cannot publish; what a referee asks goes to
// /api/request/ and from there to the program.
//
// # Why the pages have an MQTT client of their own
//
// dist/mqtt.min.js of npm mqtt@5 is 350 kB of foreign code that would have to be
// fetched at build time or kept in the repository. The pages need CONNECT,
// SUBSCRIBE, PUBLISH at QoS 0 and 1 in one direction and PING; that is
// web/mqtt.js, some 150 lines, tested against both brokers in a real browser.
package scoreboard
