/* How many sticks lie in a compartment.
 *
 * They lie in parallel between two rails: n sticks of R conduct n / R. With the reference to the supply the reading
 * is x = full / (1 + n * reference / R), so that n = R / reference * (full - x) / x, whatever the supply is.
 *
 * Sticks that are capacitors are charged through the reference until the reading holds, at V, and then discharged
 * through it: after t the reading is v = V * exp(-t / (r * C)). What lies beside the capacitors divides the supply
 * and is parallel to the reference, so that r = reference * V / full. n capacitors of c are C = n * c; where a stick has
 * both, the two counts must be one. */
#include <stdlib.h>

#include "board.h"

#define MOST 20 /* sticks in a compartment; more cannot be told apart at 1 % */

/* What wires and multiplexer have by themselves, tens of pF: two metres of wire; none to four may be there. */
#define WIRES 20

/* In 256ths of a stick: what is allowed beside a whole number, besides the tolerances: the steps of the reading, and
 * the wires where a stick has 5 nF. A count further away than HALF is not told: it might be that of its neighbour. */
#define STEPS 12
#define BESIDE 24
#define HALF 102

/* What each stick may add: its own tolerance and 1 % of the reference, and a sixth of both for the converter. */
static uint16_t doubt(uint8_t tolerance) { return (uint16_t)(3 * (tolerance + 1)); }

/* Whether n, in 256ths, is so many sticks. */
static bool is(uint32_t n, uint8_t whole, uint8_t beside, uint8_t tolerance) {
    uint16_t most = (uint16_t)(beside + whole * doubt(tolerance));
    return (uint32_t)labs((int32_t)(n - whole * 256UL)) <= (most < HALF ? most : HALF);
}

/* In 256ths of a stick; what exceeds 16 bits is far too many, and its product would not fit 32. */
static uint32_t conducting(uint16_t stick, uint16_t reference, uint16_t reading) {
    uint32_t share = (STICKS_FULL - reading) * 256UL / reading;
    return share > UINT16_MAX ? share : share * stick / reference;
}

int8_t sticks_count(const struct settings *s, uint8_t i, uint16_t reading, uint16_t farads) {
    const struct compartment *c = &s->compartments[i];
    uint16_t one = s->capacitance[i];
    uint8_t beside = one ? BESIDE : STEPS;
    if (reading == 0 || reading > STICKS_FULL || (!one && !c->stick))
        return -1;
    uint32_t conducts = conducting(c->stick, c->reference, reading);
    uint32_t n = one ? (farads > WIRES ? farads - WIRES : 0) * 256UL / one : conducts;
    uint32_t whole = (n + 128) / 256;
    /* At so many sticks what each may add reaches the count beside. */
    if (farads == UNMEASURED || whole > MOST || beside + whole * doubt(s->tolerance) > 256 - HALF || !is(n, (uint8_t)whole, beside, s->tolerance))
        return -1;
    if (one && c->stick && !is(conducts, (uint8_t)whole, beside, s->tolerance))
        return -1;
    if (!c->stick && reading < STICKS_FULL - STICKS_FULL / 25) /* half of 1 MOhm beside 100 kOhm: what lies here has a resistor */
        return -1;
    return (int8_t)whole;
}

/* The logarithm to the base of two, in 4096ths. */
static uint16_t log2_of(uint16_t v) {
    uint16_t log = 15;
    for (; !(v & 0x8000); v <<= 1)
        log--;
    for (uint8_t n = 12; n; n--) {
        uint32_t square = (uint32_t)v * v >> 15;
        log <<= 1;
        if (square & 0x10000) {
            log |= 1;
            square >>= 1;
        }
        v = (uint16_t)square;
    }
    return log;
}

#define LEAST 256 /* of a reading that holds; below it a step is too much */
#define NOTHING 14 /* as good as discharged: three steps, which the converter may be wrong by */

uint16_t sticks_capacitance(uint16_t reference, uint16_t settled, uint16_t then, uint16_t time) {
    if (settled < LEAST || then >= settled)
        return UNMEASURED;
    if (then <= NOTHING)
        return 0;
    /* 4 us / (100 ohms * ln 2) in tens of pF, per 4096th */
    uint32_t c = time * 23637UL / (uint16_t)(log2_of(settled) - log2_of(then)) * 1000 / reference;
    if (c < UNMEASURED)
        c = c * STICKS_FULL / settled;
    return c < UNMEASURED ? (uint16_t)c : UNMEASURED;
}
