/* ADS1115 converters on a two-wire bus at A4 (SDA) and A5 (SCL): 0x48 in the drawer of place 1 to
 * 0x4B in that of place 4, each with the first four compartments at AIN0 to AIN3. The highest that
 * is there has the supply of the sticks at AIN3 instead, so that what the sticks let through is
 * compared with it and not with the converters' own reference. What has no input there is at the
 * chip's: the fifth compartments at A0 to A3, the fourth beside the supply at A6.
 *
 * The lines are driven open, by the direction of the pins: the chip's own two-wire unit may wait for
 * ever for a bus that is held. A transfer takes half a millisecond, and there is one a millisecond at
 * most; all converters convert at once, 8 ms, while everything else goes on. */
#include <avr/io.h>
#include <util/delay.h>

#include "board.h"

#define SDA (1 << PC4)
#define SCL (1 << PC5)
#define HALF 4 /* us, of a clock: below 100 kHz, for a metre or two of wire */

enum { CONVERSION, CONFIG }; /* registers */
#define READY 0x8000 /* and, written: convert once */
#define CONVERT 0xC183 /* AIN0 against ground, once, 128 a second, no comparator */
#define INPUT(n) ((uint16_t)(n) << 12)
#define GAIN(n) ((uint16_t)(n) << 9)

#define FAILURES 3      /* in a row until it is told */
#define LEAST_SUPPLY 8000 /* of 32767: 1.5 V of 6.144 */

uint16_t converters_supply;
uint8_t converters_lost;

static uint8_t failures[PLACES], stuck, no_supply;
static uint8_t input, turn;

static void down(uint8_t line) { DDRC |= line; }
static void release(uint8_t line) { DDRC &= (uint8_t)~line; }
static void half(void) { _delay_us(HALF); }

/* Lets the clock rise; false where something holds it. */
static bool rise(void) {
    release(SCL);
    for (uint8_t n = 0; n < 25; n++) {
        if (PINC & SCL)
            return true;
        _delay_us(1);
    }
    return false;
}

static void stop(void) {
    down(SDA);
    half();
    rise();
    half();
    release(SDA);
    half();
}

/* A converter whose transfer was broken off may hold the data low until it has been clocked to the
 * end of its byte. */
static bool bus_free(void) {
    release(SDA);
    if (!rise())
        return false;
    for (uint8_t n = 0; n < 9 && !(PINC & SDA); n++) {
        down(SCL);
        half();
        if (!rise())
            return false;
        half();
    }
    return PINC & SDA;
}

static bool start(void) {
    bool held = !(PINC & SDA);
    if (!bus_free())
        return false;
    if (held)
        stop();
    down(SDA);
    half();
    down(SCL);
    return true;
}

/* A bit goes out, or is read where a one is sent. */
static bool bit(bool one) {
    if (one)
        release(SDA);
    else
        down(SDA);
    half();
    rise();
    half();
    bool got = PINC & SDA;
    down(SCL);
    return got;
}

static bool put(uint8_t byte) {
    for (uint8_t n = 8; n; n--, byte = (uint8_t)(byte << 1))
        bit(byte & 0x80);
    return !bit(true);
}

static uint8_t get(bool more) {
    uint8_t byte = 0;
    for (uint8_t n = 8; n; n--)
        byte = (uint8_t)(byte << 1 | bit(true));
    bit(!more);
    return byte;
}

enum outcome { DONE, NO_ANSWER, STUCK };

static enum outcome write_config(uint8_t k, uint16_t value) {
    if (!start())
        return STUCK;
    bool ok = put((uint8_t)(CONVERTERS_AT + k) << 1) && put(CONFIG) && put((uint8_t)(value >> 8)) && put((uint8_t)value);
    stop();
    return ok ? DONE : NO_ANSWER;
}

static enum outcome read_register(uint8_t k, uint8_t which, uint16_t *value) {
    uint8_t address = (uint8_t)(CONVERTERS_AT + k) << 1;
    if (!start())
        return STUCK;
    bool ok = put(address) && put(which);
    stop();
    if (ok && !start())
        return STUCK;
    if (ok && (ok = put(address | 1))) {
        *value = (uint16_t)(get(true) << 8);
        *value |= get(false);
    }
    stop();
    return ok ? DONE : NO_ANSWER;
}

/* One of a few things that may be wrong with the bus; each is told once, and when it is right again. */
static void judge(uint8_t *count, bool wrong, uint16_t code) {
    bool was = *count >= FAILURES;
    if (!wrong)
        *count = 0;
    else if (*count < FAILURES)
        ++*count;
    if (was != (*count >= FAILURES)) {
        log_add(wrong ? JT_FAULT : JT_CLEAR, 0, (int16_t)code);
        talk_state();
    }
}

/* What became of a transfer with converter k. */
static void heard(uint8_t k, enum outcome o) {
    judge(&stuck, o == STUCK, FAULT_BUS);
    if (o != STUCK)
        judge(&failures[k], o != DONE, (uint16_t)(FAULT_CONVERTER + CONVERTERS_AT + k));
    uint8_t bit = (uint8_t)(1 << k);
    if (o == DONE)
        converters_lost &= (uint8_t)~bit;
    else
        converters_lost |= bit;
}

static bool used(uint8_t k) { return settings.converters >> k & 1; }

uint8_t converters_last(void) {
    uint8_t k = PLACES - 1;
    while (k && !used(k))
        k--;
    return k;
}

void converters_begin(void) {
    judge(&stuck, false, FAULT_BUS);
    judge(&no_supply, false, FAULT_SUPPLY);
    for (uint8_t k = 0; k < PLACES; k++)
        judge(&failures[k], false, (uint16_t)(FAULT_CONVERTER + CONVERTERS_AT + k));
    converters_supply = 0;
    converters_lost = 0;
    input = PLACES - 1; /* where the supply is */
    turn = 0;
}

static uint16_t config(void) { return CONVERT | INPUT(input) | GAIN(settings.gain); }

/* A result of converter k; only once is it known to be that of the conversion that was asked for. */
static void result(uint8_t k, uint16_t raw) {
    bool over = raw == 0x7FFF;
    if (raw & 0x8000) /* below ground, by its offset */
        raw = 0;
    if (k == converters_last() && input == PLACES - 1) {
        bool good = !over && raw >= LEAST_SUPPLY;
        judge(&no_supply, !good, FAULT_SUPPLY);
        converters_supply = good ? raw : 0;
        return;
    }
    uint8_t channel = (uint8_t)(k * COMPARTMENTS + input);
    if (over || !converters_supply)
        sticks_lose(channel);
    else
        sticks_take(channel, (uint16_t)((uint32_t)raw * STICKS_FULL / converters_supply));
}

static void lose(uint8_t k) {
    if (k == converters_last() && input == PLACES - 1)
        converters_supply = 0;
    for (uint8_t i = 0; i < COMPARTMENTS; i++)
        sticks_lose((uint8_t)(k * COMPARTMENTS + i));
}

#define FIRST_READ (PLACES + 9) /* ms: a conversion takes 7.8, at most a tenth more */

void converters_tick(void) {
    uint8_t now = turn++;
    if (now < PLACES) {
        if (used(now)) {
            enum outcome o = write_config(now, config());
            if (o != DONE) {
                heard(now, o);
                lose(now);
            }
        }
        return;
    }
    if (now < FIRST_READ)
        return;
    uint8_t k = (uint8_t)(now - FIRST_READ) / 2;
    if (k == PLACES) {
        turn = 0;
        input = input ? input - 1 : PLACES - 1;
        return;
    }
    if (!used(k))
        return;
    uint16_t value = 0;
    static bool ready;
    if ((now - FIRST_READ) % 2 == 0) { /* it has done what it was told, and not started anew meanwhile */
        enum outcome o = read_register(k, CONFIG, &value);
        ready = o == DONE && value == (config() | READY);
        if (!ready) {
            heard(k, o == DONE ? NO_ANSWER : o);
            lose(k);
        }
    } else if (ready) {
        enum outcome o = read_register(k, CONVERSION, &value);
        heard(k, o);
        if (o == DONE)
            result(k, value);
        else
            lose(k);
    }
}
