#include "jantaku.h"

#include <string.h>

uint16_t jt_crc(const uint8_t *p, size_t n) {
    uint16_t crc = 0xFFFF;
    while (n--) {
        crc ^= (uint16_t)((uint16_t)*p++ << 8);
        for (int i = 0; i < 8; i++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static void put16(uint8_t *p, uint16_t v) {
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static void put32(uint8_t *p, uint32_t v) {
    put16(p, (uint16_t)v);
    put16(p + 2, (uint16_t)(v >> 16));
}

static uint16_t get16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }

static uint32_t get32(const uint8_t *p) { return get16(p) | (uint32_t)get16(p + 2) << 16; }

size_t jt_encode(const struct jt_frame *f, uint8_t *out) {
    uint8_t raw[JT_FRAME];
    size_t n = 11 + f->size, code = 0, to = 1;
    if (f->size > JT_PAYLOAD)
        return 0;
    raw[0] = JT_VERSION;
    raw[1] = f->type;
    raw[2] = (uint8_t)f->size;
    put32(raw + 3, f->boot);
    put32(raw + 7, f->number);
    memcpy(raw + 11, f->payload, f->size);
    put16(raw + n, jt_crc(raw, n));
    n += 2;
    /* COBS: each zero becomes the distance to the next one. */
    out[code] = 1;
    for (size_t i = 0; i < n; i++) {
        if (raw[i] != 0) {
            out[to++] = raw[i];
            out[code]++;
        } else {
            code = to++;
            out[code] = 1;
        }
    }
    out[to++] = 0;
    return to;
}

static int unpack(struct jt_decoder *d, struct jt_frame *f) {
    uint8_t raw[JT_WIRE];
    size_t n = 0, i = 0;
    while (i < d->size) {
        size_t code = d->wire[i];
        if (i + code > d->size)
            return 0;
        for (size_t j = 1; j < code; j++)
            raw[n++] = d->wire[i + j];
        i += code;
        if (code < 0xFF && i < d->size)
            raw[n++] = 0;
    }
    if (n < 13 || n > JT_FRAME || get16(raw + n - 2) != jt_crc(raw, n - 2) || raw[0] != JT_VERSION || raw[2] != n - 13)
        return 0;
    f->type = raw[1];
    f->boot = get32(raw + 3);
    f->number = get32(raw + 7);
    f->size = n - 13;
    memcpy(f->payload, raw + 11, f->size);
    return 1;
}

int jt_feed(struct jt_decoder *d, uint8_t byte, struct jt_frame *f) {
    int result;
    if (byte != 0) {
        if (d->size == sizeof d->wire)
            d->too_long = 1;
        else
            d->wire[d->size++] = byte;
        return 0;
    }
    if (d->size == 0 && !d->too_long)
        return 0; /* two zeros in a row */
    result = !d->too_long && unpack(d, f) ? 1 : -1;
    d->size = 0;
    d->too_long = 0;
    return result;
}

/* The fields of each kind, in the order of the wire: p place, f from, t tile, w with
 * and without or nothing, d two dice, v value, y severity, s state. */
static const char *const fields[JT_KIND_END] = {
    [JT_STATE_IS] = "s", [JT_START] = "",      [JT_DICE_KEY] = "p", [JT_DICE] = "d",
    [JT_SHUFFLE] = "",   [JT_SHUFFLED] = "",   [JT_RAISED] = "",    [JT_DEALT] = "",
    [JT_RIICHI] = "pv",  [JT_HONBA] = "v",     [JT_POINTS] = "pv",  [JT_TILES] = "v",
    [JT_WIN] = "pftw",   [JT_FAULT] = "vy",    [JT_CLEAR] = "v",    [JT_EMERGENCY] = "v",
    [JT_TEST] = "v",     [JT_WALL] = "v",
};

int jt_put_event(struct jt_frame *f, const struct jt_event *e) {
    uint8_t *p = f->payload;
    if (e->kind >= JT_KIND_END || !fields[e->kind])
        return 0;
    f->type = JT_EVENT;
    *p++ = e->kind;
    put32(p, e->age);
    p += 4;
    for (const char *c = fields[e->kind]; *c; c++)
        switch (*c) {
        case 'p': *p++ = e->place; break;
        case 'f': *p++ = e->from; break;
        case 't': *p++ = e->tile; break;
        case 'w':
            if (e->with || e->without) {
                put16(p, e->with);
                put16(p + 2, e->without);
                p += 4;
            }
            break;
        case 'd': *p++ = e->dice[0]; *p++ = e->dice[1]; break;
        case 'v': put32(p, (uint32_t)e->value); p += 4; break;
        case 'y': *p++ = e->severity; break;
        case 's': *p++ = e->state; break;
        }
    f->size = (size_t)(p - f->payload);
    return 1;
}

int jt_get_event(const struct jt_frame *f, struct jt_event *e) {
    const uint8_t *p = f->payload;
    size_t want = 5;
    memset(e, 0, sizeof *e);
    if (f->type != JT_EVENT || f->size < 5 || p[0] >= JT_KIND_END || !fields[p[0]])
        return 0;
    for (const char *c = fields[p[0]]; *c; c++)
        want += *c == 'v' || (*c == 'w' && f->size > want) ? 4 : *c == 'd' ? 2 : *c == 'w' ? 0 : 1;
    if (f->size != want)
        return 0;
    e->kind = *p++;
    e->age = get32(p);
    p += 4;
    for (const char *c = fields[e->kind]; *c; c++)
        switch (*c) {
        case 'p': e->place = *p++; break;
        case 'f': e->from = *p++; break;
        case 't': e->tile = *p++; break;
        case 'w':
            if (f->size == want && p < f->payload + want) {
                e->with = get16(p);
                e->without = get16(p + 2);
                p += 4;
            }
            break;
        case 'd': e->dice[0] = *p++; e->dice[1] = *p++; break;
        case 'v': e->value = (int32_t)get32(p); p += 4; break;
        case 'y': e->severity = *p++; break;
        case 's': e->state = *p++; break;
        }
    return 1;
}

static uint8_t *put_name(uint8_t *p, const char *name) {
    size_t n = strlen(name);
    *p++ = (uint8_t)n;
    memcpy(p, name, n);
    return p + n;
}

int jt_put_hello(struct jt_frame *f, const struct jt_hello *h) {
    uint8_t *p = f->payload;
    if (strlen(h->serial) > JT_NAME || strlen(h->model) > JT_NAME || strlen(h->firmware) > JT_NAME)
        return 0;
    f->type = JT_HELLO;
    put32(p, h->oldest);
    put16(p + 4, h->capabilities);
    p = put_name(put_name(put_name(p + 6, h->serial), h->model), h->firmware);
    f->size = (size_t)(p - f->payload);
    return 1;
}

static const uint8_t *get_name(const uint8_t *p, const uint8_t *end, char *name) {
    size_t n;
    if (!p || p == end || *p > JT_NAME || (size_t)(end - p) < 1u + *p)
        return NULL;
    n = *p++;
    memcpy(name, p, n);
    name[n] = 0;
    return p + n;
}

int jt_get_hello(const struct jt_frame *f, struct jt_hello *h) {
    const uint8_t *p = f->payload, *end = p + f->size;
    if (f->type != JT_HELLO || f->size < 6)
        return 0;
    h->oldest = get32(p);
    h->capabilities = get16(p + 4);
    p = get_name(get_name(get_name(p + 6, end, h->serial), end, h->model), end, h->firmware);
    return p != NULL;
}
