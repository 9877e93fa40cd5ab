/* The board's side of docs/serial.md, "What the board does". */
#include <string.h>

#include "board.h"

#define WINDOW 16
#define FIRST_WAIT 100
#define LAST_WAIT 2000
#define BEAT_EVERY 1000

uint32_t talk_base = 1;

static uint32_t ahead = 1; /* the first event that was not sent */
static uint32_t sent;      /* when the last event was */
static uint16_t wait = FIRST_WAIT;
static uint32_t beat;
static bool hello_due, state_due;
static struct jt_decoder decoder;
static struct jt_frame frame; /* comes in, or goes out */

void talk_hello(void) { hello_due = true; }

void talk_state(void) { state_due = true; }

void talk_begin(void) {
    /* What the host has of the events before the start it says itself; without a host they
     * are sent from the oldest. */
    talk_base = ahead = log_oldest;
    hello_due = true;
}

/* The host has begun another round: nothing waits any more for the answer to the last. */
static void anew(void) {
    wait = FIRST_WAIT;
    sent = now();
}

/* The host has heard of all presses below a number. One that tells the lamps says next what has
 * become of them; for another the lamps are lit until the next shuffle. */
static void light(uint32_t below) {
    struct logged e;
    for (uint32_t n = talk_base; n < below; n++) {
        log_get(n, &e);
        if (e.kind == JT_WIN)
            lamps[e.place - 1] = lamps_told ? LAMP_BLINK : LAMP_ON;
    }
}

static void take(void) {
    switch (frame.type) {
    case JT_ASK:
        hello_due = state_due = true;
        return;
    case 0x14:
        settings_take(&frame);
        return;
    case JT_WANT:
    case JT_ACK:
        break;
    default:
        return;
    }
    if (frame.boot != log_boot || frame.number < log_oldest || frame.number > log_kept + 1) {
        hello_due = true;
    } else if (frame.type == JT_WANT) {
        talk_base = ahead = frame.number;
        anew();
    } else if (frame.number > talk_base) {
        light(frame.number);
        talk_base = frame.number;
        if (ahead < talk_base)
            ahead = talk_base;
        anew();
    }
}

static void put_hello(void) {
    struct jt_hello h = {.oldest = log_oldest, .model = "jantaku-328", .firmware = "1.2"};
    uint16_t id = (uint16_t)(log_boot >> 16);
    memcpy(h.serial, "JT-", 3);
    for (uint8_t i = 0; i < 4; i++, id = (uint16_t)(id << 4))
        h.serial[3 + i] = "0123456789ABCDEF"[id >> 12];
    for (uint8_t i = 0; i < PINS; i++)
        if (settings.pins[i].closes == JT_RIICHI)
            h.capabilities |= 1 << 3;
    if (settings.sticks)
        h.capabilities |= 1 << 2;
    jt_put_hello(&frame, &h);
}

static void put_state(void) {
    uint8_t *p = frame.payload;
    frame.type = JT_STATE;
    frame.size = 26;
    memset(p, 0, 26);
    p[0] = table_state;
    p[1] = (uint8_t)(table_emergency | table_test << 1);
    p[7] = table_riichi;
    if (!sticks_clear()) /* unknown until all are */
        return;
    for (uint8_t i = 0; i < PLACES; i++) {
        uint32_t points = (uint32_t)((int32_t)table_points[i] * 100);
        for (uint8_t k = 0; k < 4; k++, points >>= 8)
            p[10 + 4 * i + k] = (uint8_t)points;
    }
}

static void put_event(uint32_t number) {
    struct logged l;
    struct jt_event e;
    memset(&e, 0, sizeof e);
    log_get(number, &l);
    e.kind = l.kind;
    e.place = l.place;
    e.age = now() - l.at;
    e.value = l.kind == JT_POINTS ? (int32_t)l.value * 100 : l.value;
    e.severity = 1;
    if (!jt_put_event(&frame, &e))
        frame.size = 0; /* a slot that can no longer be read: the host tells it as not understood */
    frame.type = JT_EVENT;
    frame.number = number;
}

/* Puts what is due most into frame. */
static bool next(void) {
    frame.boot = log_boot;
    frame.number = log_kept;
    if (settings_answer(&frame))
        return true;
    if (hello_due) {
        hello_due = false;
        put_hello();
        return true;
    }
    if (state_due) {
        state_due = false;
        put_state();
        return true;
    }
    if (ahead <= log_kept && ahead < talk_base + WINDOW) {
        put_event(ahead++);
        sent = now();
        return true;
    }
    if (now() - beat >= BEAT_EVERY) {
        beat = now();
        frame.type = JT_BEAT;
        frame.size = 0;
        return true;
    }
    return false;
}

void talk_run(void) {
    uint8_t byte;
    while (serial_get(&byte))
        if (jt_feed(&decoder, byte, &frame) > 0)
            take();
    if (talk_base < log_oldest)
        talk_base = log_oldest;
    if (ahead < talk_base)
        ahead = talk_base;
    if (talk_base < ahead && now() - sent >= wait) {
        ahead = talk_base; /* nothing came back: again, ever slower */
        wait = wait < LAST_WAIT / 2 ? wait * 2 : LAST_WAIT;
    }
    if (serial_idle() && next())
        serial_send(&frame);
}
