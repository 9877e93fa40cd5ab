/* The sticks of a compartment lie in parallel between two rails: n sticks of R conduct n / R.
 * With the reference to the supply the reading is x = full / (1 + n * reference / R), so that
 * n = R / reference * (full - x) / x, whatever the supply is.
 *
 * The drawer of place 1 has the first five channels, highest worth first. With multiplexers channels 0
 * to 15 are those of the first, 16 to 19 of the second; with converters most are measured there. */
#include <avr/io.h>
#include <stdlib.h>

#include "board.h"

#define SAMPLES 4 /* STICKS_FULL is so many times 1023 */
#define MOST 20   /* sticks in a compartment; more cannot be told apart at 1 % */
#define STEADY 8  /* rounds, of 120 ms each, that a compartment must stay the same */

uint16_t sticks_reading[CHANNELS];

static int8_t count[CHANNELS];   /* -1 between two counts */
static uint8_t steady[CHANNELS]; /* rounds that count has been so, up to STEADY */
static uint32_t unclear;         /* bit per channel: told as a fault */
static uint8_t told;             /* bit per place: its points are known */
static uint8_t channel, step;
static uint16_t sum;

int8_t sticks_count(const struct compartment *c, uint16_t reading) {
    if (reading == 0 || reading > STICKS_FULL)
        return -1;
    /* In 256ths of a stick; what exceeds 16 bits is far too many. */
    uint32_t share = (STICKS_FULL - reading) * 256UL / reading;
    if (share > 1UL << 18)
        return -1;
    uint32_t n = share * c->stick / c->reference;
    uint32_t whole = (n + 128) / 256;
    if (whole > MOST)
        return -1;
    /* 1 % of the sticks and of the reference, and the steps of the reading: near nothing a
     * stick of another compartment is noticed, at 20 no count is taken for its neighbour. */
    uint16_t away = (uint16_t)abs((int)(n - whole * 256));
    uint16_t most = (uint16_t)(12 + whole * 6);
    return away <= (most < 102 ? most : 102) ? (int8_t)whole : -1;
}

/* The compartment is at an input of the chip, through a multiplexer or by itself. */
static bool at_chip(uint8_t c) {
    if (!settings.converters)
        return true;
    uint8_t drawer = c / COMPARTMENTS, i = c % COMPARTMENTS;
    return settings.converters >> drawer & 1 && (i == 4 || (i == 3 && drawer == converters_last()));
}

static void next_channel(void) {
    do
        channel = (uint8_t)((channel + 1) % CHANNELS);
    while (!at_chip(channel));
    select_channel(channel & 15);
}

/* The fault of a compartment that lies between two counts. */
static int16_t fault_of(uint8_t c) {
    return (int16_t)(1000 + 10 * (c / COMPARTMENTS + 1) + c % COMPARTMENTS + 1);
}

void sticks_begin(void) {
    step = 0;
    told = 0;
    channel = CHANNELS - 1;
    for (uint8_t i = 0; i < CHANNELS; i++) {
        steady[i] = 0;
        if (unclear >> i & 1) /* it may not be measured any more; where it is, it is told again */
            log_add(JT_CLEAR, 0, fault_of(i));
    }
    unclear = 0;
    converters_begin();
    if (!settings.sticks)
        return;
    ADCSRA = 1 << ADEN | 7 << ADPS0; /* 125 kHz */
    next_channel();
}

bool sticks_clear(void) {
    uint8_t there = settings.converters ? settings.converters : (1 << PLACES) - 1;
    return settings.sticks && (told & there) == there && !unclear && !(settings.converters && (converters_lost || !converters_supply));
}

/* The drawer of a place, when all of it is known and steady. */
static void weigh(uint8_t drawer) {
    int16_t points = 0;
    for (uint8_t i = 0; i < COMPARTMENTS; i++) {
        uint8_t c = drawer * COMPARTMENTS + i;
        if (steady[c] < STEADY)
            return;
        uint32_t bit = 1UL << c;
        bool wrong = count[c] < 0;
        if (wrong != (bool)(unclear & bit)) {
            unclear ^= bit;
            talk_state();
            log_add(wrong ? JT_FAULT : JT_CLEAR, 0, fault_of(c));
        }
        if (wrong)
            return;
        points += (int16_t)(count[c] * settings.compartments[i].worth);
    }
    if (points == table_points[drawer] && told & 1 << drawer)
        return;
    table_points[drawer] = points;
    if (told & 1 << drawer)
        log_add(JT_POINTS, drawer + 1, points);
    else /* how the table is, not what happened to it */
        talk_state();
    told |= (uint8_t)(1 << drawer);
}

void sticks_take(uint8_t c, uint16_t reading) {
    /* Without a stick a little more than the whole supply is seen, where converters differ. */
    if (reading > STICKS_FULL && reading < STICKS_FULL + STICKS_FULL / 128)
        reading = STICKS_FULL;
    int8_t n = sticks_count(&settings.compartments[c % COMPARTMENTS], reading);
    sticks_reading[c] = reading;
    if (n != count[c]) {
        count[c] = n;
        steady[c] = 0;
    } else if (steady[c] < STEADY) {
        steady[c]++;
    }
    weigh(c / COMPARTMENTS);
}

void sticks_lose(uint8_t c) {
    sticks_reading[c] = 0;
    steady[c] = 0;
}

void sticks_tick(void) {
    if (!settings.sticks)
        return;
    if (settings.converters)
        converters_tick();
    if (step >= 1 && step <= SAMPLES)
        ADCSRA |= 1 << ADSC; /* 104 us, done by the next tick */
    if (step >= 2)
        sum += ADC;
    if (step == 0) {
        uint8_t at = settings.analog[channel / 16];
        if (settings.converters)
            at = channel % COMPARTMENTS == 4 ? channel / COMPARTMENTS : 6;
        ADMUX = (uint8_t)(1 << REFS0 | at);
        sum = 0;
    }
    if (++step <= SAMPLES + 1)
        return;
    step = 0;
    sticks_take(channel, sum);
    next_channel();
}
