#include <avr/io.h>
#include <string.h>
#include <util/atomic.h>

#include "board.h"

uint8_t lamps[PLACES];
bool lamps_told;
uint32_t inputs_raw, inputs_closed;
uint8_t table_state = 2, table_emergency, table_test, table_riichi;
int16_t table_points[PLACES];

static uint32_t active_low, watched; /* bit per pin: closed is a low level; it is an input with a meaning */
static uint32_t moving;              /* bit per pin: held is not 0 */

/* Where the rest of the program took longer than a millisecond, as it does when it reads from the EEPROM while that is
 * written, a level has held only if it did in every sample. */
static volatile uint8_t samples, always[3], ever[3]; /* ports D, B and C: high in all of the samples, in one at least */
static uint16_t held[PINS];          /* milliseconds that a pin has been otherwise than is believed */
static uint8_t charger = PINS; /* the pin that charges the sticks; PINS for none */
static uint8_t settling;    /* milliseconds until contacts tell events */

/* What was closed when the board started is no event: a button that bounces just then must
 * not be pressed twice. */
#define SETTLING 60

static volatile uint8_t *port_of(uint8_t pin) { return pin < 6 ? &PORTD : pin < 12 ? &PORTB : &PORTC; }
static volatile uint8_t *ddr_of(uint8_t pin) { return pin < 6 ? &DDRD : pin < 12 ? &DDRB : &DDRC; }
static uint8_t bit_of(uint8_t pin) { return (uint8_t)(1 << (pin < 6 ? pin + 2 : pin < 12 ? pin - 6 : pin - 12)); }

static void drive(uint8_t pin, bool on) {
    if (on)
        *port_of(pin) |= bit_of(pin);
    else
        *port_of(pin) &= (uint8_t)~bit_of(pin);
}

/* A pin that the converters and what is beside them need, whatever else it was set to. */
static bool taken(uint8_t pin) { return pin >= 12 && settings.sticks && settings.converters; }

static bool is_output(const struct pin *p) { return p->closes >= ROLE_LAMP; }

void inputs_begin(void) {
    active_low = watched = moving = 0;
    charger = PINS;
    for (uint8_t i = 0; i < PINS; i++) {
        const struct pin *p = &settings.pins[i];
        held[i] = 0;
        if (taken(i)) {
            *ddr_of(i) &= (uint8_t)~bit_of(i);
            drive(i, false);
            continue;
        }
        if (p->closes == ROLE_CHARGE)
            charger = i;
        if (!(p->flags & ACTIVE_HIGH))
            active_low |= 1UL << i;
        if (!is_output(p) && (p->closes || p->opens))
            watched |= 1UL << i;
        if (is_output(p)) {
            drive(i, false);
            *ddr_of(i) |= bit_of(i);
        } else {
            *ddr_of(i) &= (uint8_t)~bit_of(i);
            drive(i, !(p->flags & NO_PULL_UP));
        }
    }
    inputs_closed = 0;
    samples = 0;
    settling = SETTLING;
}

/* Keeps what the table is, for hosts that come later. */
static void follow(uint8_t kind, uint8_t place, bool closed) {
    switch (kind) {
    case JT_SHUFFLE:
        table_state = 4;
        memset(lamps, LAMP_OFF, sizeof lamps);
        break;
    case JT_SHUFFLED: table_state = 5; break;
    case JT_RAISED: case JT_DEALT: table_state = 8; break;
    case JT_EMERGENCY: table_emergency = closed; break;
    case JT_TEST: table_test = closed; break;
    case JT_RIICHI:
        if (closed)
            table_riichi |= (uint8_t)(1 << (place - 1));
        else
            table_riichi &= (uint8_t)~(1 << (place - 1));
        break;
    }
}

static void tell(const struct pin *p, bool closed) {
    uint8_t kind = closed ? p->closes : p->opens;
    if (!kind)
        return;
    follow(kind, p->place, closed);
    if (settling) /* how the table is, not what happened to it */
        return;
    int16_t value = kind == JT_RIICHI ? (closed ? 1 : -1) : closed;
    bool placed = kind == JT_RIICHI || kind == JT_WIN || kind == JT_DICE_KEY;
    log_add(kind, placed ? p->place : 0, value);
}

/* One pin that was otherwise than is believed for some milliseconds more: a level counts once it has held for its time
 * without a break. */
static void debounce(uint8_t i, bool closed, uint8_t passed) {
    const struct pin *p = &settings.pins[i];
    uint16_t time = closed || p->release == 0 ? p->press : (uint16_t)p->release * 10;
    if (settling)
        time = closed ? 1 : SETTLING;
    held[i] += passed;
    if (held[i] < time)
        return;
    held[i] = 0;
    inputs_closed ^= 1UL << i;
    tell(p, closed);
}

/* A lamp blinks while the host has not heard of the press. */
static void light(void) {
    uint8_t waiting = 0;
    struct logged e;
    for (uint32_t n = talk_base; n <= log_newest && n - talk_base < 32; n++) {
        log_get(n, &e);
        if (e.kind == JT_WIN)
            waiting |= (uint8_t)(1 << (e.place - 1));
    }
    bool phase = now() & 128;
    for (uint8_t i = 0; i < PINS; i++) {
        const struct pin *p = &settings.pins[i];
        if (p->closes != ROLE_LAMP || taken(i))
            continue;
        uint8_t lamp = waiting & 1 << (p->place - 1) ? LAMP_BLINK : lamps[p->place - 1];
        drive(i, lamp == LAMP_ON || (lamp == LAMP_BLINK && phase));
    }
}

void inputs_sample(void) {
    uint8_t d = PIND, b = PINB, c = PINC; /* all pins of one moment */
    if (samples++ == 0) {
        always[0] = ever[0] = d, always[1] = ever[1] = b, always[2] = ever[2] = c;
        return;
    }
    always[0] &= d, always[1] &= b, always[2] &= c;
    ever[0] |= d, ever[1] |= b, ever[2] |= c;
}

static uint32_t bits_of(const volatile uint8_t *ports) {
    return (uint32_t)(ports[0] >> 2) | (uint32_t)(ports[1] & 63) << 6 | (uint32_t)(ports[2] & 63) << 12;
}

uint8_t inputs_tick(void) {
    uint8_t passed;
    uint32_t all, any;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        passed = samples;
        samples = 0;
        all = bits_of(always);
        any = bits_of(ever);
    }
    if (!passed)
        return 0;
    uint32_t closed = (all & ~active_low) | (~any & active_low), open = (~any & ~active_low) | (all & active_low);
    inputs_raw = closed | (inputs_raw & ~open);
    uint32_t other = ((closed & ~inputs_closed) | (open & inputs_closed)) & watched, look = other | moving;
    moving = other;
    for (uint8_t i = 0; look; i++, look >>= 1, other >>= 1) {
        if (!(look & 1))
            continue;
        if (other & 1)
            debounce(i, closed >> i & 1, passed);
        else
            held[i] = 0;
    }
    if (settling) {
        settling = settling > passed ? settling - passed : 0;
        if (!settling)
            talk_state();
    }
    if ((now() & 31) < passed)
        light();
    return passed;
}

void select_channel(uint8_t channel) {
    for (uint8_t i = 0; i < PINS; i++)
        if (settings.pins[i].closes == ROLE_SELECT && !taken(i))
            drive(i, channel >> settings.pins[i].place & 1);
}

void charge(bool on) {
    if (charger < PINS)
        drive(charger, on);
}
