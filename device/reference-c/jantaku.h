/* Reference encoder and decoder of the jantaku table protocol, version 1, for
 * firmware of adapter boards. C99, no allocation, no dependencies, about 300 bytes
 * of RAM. docs/serial.md is the specification; a test of the host checks this code
 * against the host's own in both directions.
 */
#ifndef JANTAKU_H
#define JANTAKU_H

#include <stddef.h>
#include <stdint.h>

#define JT_VERSION 1
#define JT_NAME 24                    /* longest name, in characters */
#define JT_FRAME 126                  /* longest frame before COBS, in bytes */
#define JT_WIRE (JT_FRAME + 2)        /* longest frame on the line, with COBS and the final zero */
#define JT_PAYLOAD (JT_FRAME - 13)    /* longest payload */

enum jt_type {
    JT_HELLO = 0x01, JT_STATE = 0x02, JT_EVENT = 0x03, JT_BEAT = 0x04, /* from the board */
    JT_ASK = 0x11, JT_WANT = 0x12, JT_ACK = 0x13                       /* from the host */
};

enum jt_kind {
    JT_STATE_IS = 6, JT_START, JT_DICE_KEY, JT_DICE, JT_SHUFFLE, JT_SHUFFLED, JT_RAISED, JT_DEALT,
    JT_RIICHI, JT_HONBA, JT_POINTS, JT_TILES, JT_WIN, JT_FAULT, JT_CLEAR, JT_EMERGENCY, JT_TEST, JT_WALL,
    JT_KIND_END
};

/* Circumstances of a win, bits of with and without. */
enum jt_flag {
    JT_HEAVENLY = 1, JT_EARTHLY = 2, JT_KONG_DRAW = 4, JT_ROB_KONG = 8, JT_LAST_DRAW = 16, JT_LAST_DISCARD = 32,
    JT_LAST_OF_KIND = 64, JT_IPPATSU = 128
};

struct jt_frame {
    uint8_t type;
    uint32_t boot, number;
    uint8_t payload[JT_PAYLOAD];
    size_t size; /* of the payload */
};

/* An event; only the fields of its kind mean something. */
struct jt_event {
    uint8_t kind;
    uint32_t age; /* milliseconds since it happened, when it is sent */
    uint8_t place, from, tile, dice[2], severity, state;
    uint16_t with, without; /* circumstances of a win that are known to hold, and not to hold */
    int32_t value;
};

struct jt_hello {
    uint32_t oldest; /* number of the oldest event in the log */
    uint16_t capabilities;
    char serial[JT_NAME + 1], model[JT_NAME + 1], firmware[JT_NAME + 1];
};

/* CRC-16/IBM-3740: polynomial 0x1021, start 0xFFFF; "123456789" gives 0x29B1. */
uint16_t jt_crc(const uint8_t *p, size_t n);

/* Writes f as it goes over the line, with the final zero, to out, which has room for
 * JT_WIRE bytes. Gives the number of bytes, or 0 when the payload is too long. */
size_t jt_encode(const struct jt_frame *f, uint8_t *out);

/* A stream of bytes that is being cut into frames. All zero is a fresh one. */
struct jt_decoder {
    uint8_t wire[JT_WIRE];
    size_t size;
    uint8_t too_long;
};

/* Takes one byte. Gives 1 when f holds a new frame, -1 when a damaged one was
 * dropped, and otherwise 0. */
int jt_feed(struct jt_decoder *d, uint8_t byte, struct jt_frame *f);

/* Payloads. The encoders set type, payload and size of f; the decoders give 1 for a
 * sound payload and 0 otherwise. The caller keeps boot and number. */
int jt_put_event(struct jt_frame *f, const struct jt_event *e);
int jt_get_event(const struct jt_frame *f, struct jt_event *e);
int jt_put_hello(struct jt_frame *f, const struct jt_hello *h);
int jt_get_hello(const struct jt_frame *f, struct jt_hello *h);

#endif
