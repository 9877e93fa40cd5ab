/* Measures the compartments of the drawers, one after the other.
 *
 * The drawer of place 1 has the first five channels, highest worth first. With multiplexers channels 0
 * to 15 are those of the first, 16 to 19 of the second; with converters most are measured there. */
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"

#define SAMPLES 4 /* STICKS_FULL is so many times 1023 */
#define STEADY 8  /* rounds, of 120 ms each, that a compartment must stay the same */
#define STEADY_CHARGED 2 /* where sticks are charged: of .2 to 3 s each */

uint16_t sticks_reading[CHANNELS];
uint16_t sticks_farads[CHANNELS];

static int8_t count[CHANNELS];   /* -1 between two counts */
static uint8_t steady[CHANNELS]; /* rounds that count has been so, up to STEADY */
static uint32_t unclear;         /* bit per channel: told as a fault */
static uint8_t told;             /* bit per place: its points are known */
static bool charged;             /* sticks are capacitors */
static uint8_t channel, step;
static uint16_t sum;

/* Where sticks are charged: what is waited for, for how many readings, the one that was compared with; when
 * discharging began and when the conversion did that is under way. */
static enum { RISES, HOLDS, FALLS } phase;
static uint16_t ticks, before, fell, sampled;

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
    uint8_t at = settings.analog[channel / 16];
    if (settings.converters)
        at = channel % COMPARTMENTS == 4 ? channel / COMPARTMENTS : 6;
    ADMUX = (uint8_t)(1 << REFS0 | at);
    phase = RISES;
    ticks = step = 0;
    sum = 0;
    before = UNMEASURED;
    charge(charged);
}

/* The fault of a compartment that lies between two counts. */
static int16_t fault_of(uint8_t c) {
    return (int16_t)(1000 + 10 * (c / COMPARTMENTS + 1) + c % COMPARTMENTS + 1);
}

void sticks_begin(void) {
    told = 0;
    charged = settings.sticks && settings_farads();
    channel = CHANNELS - 1;
    for (uint8_t i = 0; i < CHANNELS; i++) {
        steady[i] = 0;
        sticks_farads[i] = 0; /* what could not be charged may be resistors */
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
        if (steady[c] < (charged ? STEADY_CHARGED : STEADY))
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
    int8_t n = sticks_count(&settings, c % COMPARTMENTS, reading, sticks_farads[c]);
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

/* The mean of some readings, each begun a millisecond before it is taken. */
static void resistors(void) {
    if (step >= 1 && step <= SAMPLES)
        ADCSRA |= 1 << ADSC; /* 104 us, done by the next tick */
    if (step >= 2)
        sum += ADC;
    if (++step <= SAMPLES + 1)
        return;
    sticks_take(channel, sum);
    next_channel();
}

#define FIRST_LOOK 4  /* readings until it is looked whether they hold; twice as many each time */
#define LAST_LOOK 256 /* 20 sticks of 10 nF at 100 kOhm: 13 times 20 ms */
#define LONGEST 15000 /* 4 us: such a compartment is no number of sticks */
#define DELAY 4       /* 4 us: a conversion looks at its input 12 to 20 us after it was begun */

/* A reading of sticks that are charged and discharged, begun at sampled. */
static void capacitors(uint16_t reading) {
    switch (phase) {
    case RISES:
        if (++ticks < FIRST_LOOK || ticks & (ticks - 1))
            return;
        if (ticks == LAST_LOOK || (uint16_t)(reading - before + 1) <= 2) /* they hold: within a step of the half of the time */
            phase = HOLDS;
        before = reading;
        return;
    case HOLDS:
        sum += reading;
        if (++step < SAMPLES)
            return;
        phase = FALLS;
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
            charge(false);
            fell = moment();
        }
        return;
    case FALLS:;
        uint16_t time = (uint16_t)(sampled - fell) + DELAY, then = 4 * reading + 2;
        bool far = then * 8UL <= sum * 3UL; /* best at 1 / e */
        if (!far && time < LONGEST)
            return;
        sticks_farads[channel] = far ? sticks_capacitance(settings.compartments[channel % COMPARTMENTS].reference, sum, then, time) : UNMEASURED;
        sticks_take(channel, sum);
        next_channel();
    }
}

void sticks_tick(void) {
    if (!settings.sticks)
        return;
    if (settings.converters)
        converters_tick();
    if (!charged) {
        resistors();
        return;
    }
    if (ADCSRA & 1 << ADSC) /* two ticks at once */
        return;
    capacitors(ADC);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        ADCSRA |= 1 << ADSC;
        sampled = moment();
    }
}
