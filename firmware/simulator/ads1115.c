#include "ads1115.h"

#include <stdlib.h>
#include <string.h>

enum { CONVERSION, CONFIG, LOW, HIGH };
enum state { IDLE, ADDRESS, POINTER, WRITE, READ, IGNORE };

struct converter {
    bool there;
    int32_t inputs[4]; /* uV */
    /* what the data sheet lets differ from chip to chip */
    double gain, clock;
    int offset; /* steps */

    uint16_t registers[4];
    uint8_t pointer;
    bool converting;
    uint64_t ends;

    enum state state;
    int bits, bytes; /* of the transfer */
    uint8_t shift;
    uint16_t out;
    bool pulls; /* the data line */
    bool answers;
};

static struct converter all[4] = {{.there = true}, {.there = true}, {.there = true}, {.there = true}};
static bool data_was = true, clock_was = true;
static int hold, hold_next; /* clocks; from the next stop on */
static bool busy;
static bool hold_clock;

static double between(double a, double b) { return a + (b - a) * rand() / RAND_MAX; }

void ads_power(unsigned seed) {
    srand(seed);
    for (int k = 0; k < 4; k++) {
        struct converter *c = &all[k];
        c->gain = 1 + between(-.0015, .0015);
        c->clock = 1 + between(-.1, .1);
        c->offset = rand() % 7 - 3;
        c->registers[CONVERSION] = 0;
        c->registers[CONFIG] = 0x8583;
        c->registers[LOW] = 0x8000;
        c->registers[HIGH] = 0x7FFF;
        c->pointer = 0;
        c->converting = c->pulls = false;
        c->state = IDLE;
    }
    hold = hold_next = 0;
    busy = false;
}

void ads_there(int k, bool there) {
    all[k & 3].there = there;
    all[k & 3].pulls = false;
    all[k & 3].state = IDLE;
}

void ads_input(int k, int input, int32_t uv) { all[k & 3].inputs[input & 3] = uv; }

void ads_hold(int clocks) {
    hold = busy ? 0 : clocks;
    hold_next = busy ? clocks : 0;
}

void ads_hold_clock(bool held) { hold_clock = held; }

bool ads_clock(bool clock) { return clock && !hold_clock; }

static uint16_t measure(const struct converter *c) {
    static const int full[8] = {6144, 4096, 2048, 1024, 512, 256, 256, 256}; /* mV */
    static const int pairs[4][2] = {{0, 1}, {0, 3}, {1, 3}, {2, 3}};
    int mux = c->registers[CONFIG] >> 12 & 7;
    double uv = mux < 4 ? (double)c->inputs[pairs[mux][0]] - c->inputs[pairs[mux][1]] : c->inputs[mux - 4];
    double steps = uv / 1000 / full[c->registers[CONFIG] >> 9 & 7] * 32768 * c->gain + c->offset;
    if (steps > 32767)
        steps = 32767;
    if (steps < -32768)
        steps = -32768;
    return (uint16_t)(int16_t)(steps < 0 ? steps - .5 : steps + .5);
}

/* What is done by now. */
static void settle(struct converter *c, uint64_t us) {
    if (c->converting && us >= c->ends) {
        c->registers[CONVERSION] = measure(c);
        c->converting = false;
    }
}

static void convert(struct converter *c, uint64_t us) {
    static const int rates[8] = {8, 16, 32, 64, 128, 250, 475, 860};
    c->converting = true;
    c->ends = us + 25 + (uint64_t)(1e6 / rates[c->registers[CONFIG] >> 5 & 7] * c->clock);
}

static uint16_t value_of(struct converter *c, uint64_t us) {
    settle(c, us);
    uint16_t value = c->registers[c->pointer];
    if (c->pointer != CONFIG)
        return value;
    return c->converting ? value & 0x7FFF : value | 0x8000;
}

static void written(struct converter *c, uint64_t us) {
    settle(c, us);
    if (c->pointer == CONVERSION)
        return; /* is read only */
    c->registers[c->pointer] = c->out;
    if (c->pointer == CONFIG && c->out & 0x8000 && !c->converting)
        convert(c, us);
}

/* A byte has come in; gives whether it is acknowledged. */
static bool took(struct converter *c, int k, uint64_t us) {
    switch (c->state) {
    case ADDRESS:
        if (c->shift >> 1 != 0x48 + k || !c->there) {
            c->state = IGNORE;
            return false;
        }
        c->bytes = 0;
        c->state = c->shift & 1 ? READ : POINTER;
        c->out = c->shift & 1 ? value_of(c, us) : 0;
        return true;
    case POINTER:
        c->pointer = c->shift & 3;
        c->state = WRITE;
        return true;
    case WRITE:
        c->out = (uint16_t)(c->out << 8 | c->shift);
        if (++c->bytes == 2)
            written(c, us);
        return c->bytes <= 2;
    default:
        return false;
    }
}

static void rises(struct converter *c, bool data) {
    if (c->state == IDLE || c->state == IGNORE)
        return;
    if (c->bits < 8) {
        c->shift = (uint8_t)(c->shift << 1 | data);
    } else if (c->state == READ && !c->answers && data) { /* the host has enough */
        c->state = IGNORE;
    }
    c->bits++;
}

static void falls(struct converter *c, int k, uint64_t us) {
    if (c->bits == 8 && c->state != READ) {
        c->pulls = c->answers = took(c, k, us);
        return;
    }
    if (c->bits == 8) { /* the host acknowledges, or does not */
        c->pulls = c->answers = false;
        return;
    }
    if (c->bits == 9) {
        c->bits = 0;
        if (c->state == READ && !c->answers)
            c->bytes++;
        c->answers = false;
    }
    c->pulls = false;
    if (c->state == READ) {
        uint8_t byte = c->bytes > 1 ? 0xFF : (uint8_t)(c->bytes ? c->out : c->out >> 8);
        c->pulls = !(byte >> (7 - c->bits) & 1);
    }
}

static bool line(bool data) {
    for (int k = 0; k < 4; k++)
        data = data && !all[k].pulls;
    return data && hold == 0;
}

bool ads_lines(bool data, bool clock, uint64_t us) {
    clock = ads_clock(clock);
    bool now = line(data);
    if (clock && clock_was && now != data_was) { /* a start, or a stop */
        for (int k = 0; k < 4; k++) {
            all[k].state = now ? IDLE : ADDRESS;
            all[k].bits = 0;
            all[k].pulls = all[k].answers = false;
        }
        busy = !now;
        if (!busy && hold_next) {
            hold = hold_next;
            hold_next = 0;
        }
    }
    if (clock && !clock_was)
        for (int k = 0; k < 4; k++)
            rises(&all[k], now);
    if (!clock && clock_was) {
        for (int k = 0; k < 4; k++)
            if (all[k].state != IDLE)
                falls(&all[k], k, us);
        if (hold > 0)
            hold--;
    }
    clock_was = clock;
    return data_was = line(data);
}
