/* The settings lie twice in the EEPROM; the older copy is overwritten, so that a loss of
 * power in the middle leaves the newer one as it was. */
#include <stddef.h>
#include <string.h>

#include "board.h"

enum { SALT_SETTINGS = 0x3C };

/* Arrays of a negative size are refused. */
typedef char settings_fit_their_room[sizeof(struct settings) <= SETTINGS_ROOM ? 1 : -1];
typedef char all_fits_the_eeprom[SETTINGS_AT + 2 * SETTINGS_ROOM <= 1024 ? 1 : -1];

struct settings settings;

/* The answer that is due: to which setting, with which number and how it went. */
enum { DONE, UNKNOWN, REFUSED };
static struct {
    bool due, writing;
    uint8_t id, how;
    uint32_t number;
} answer;

static void defaults(void) {
    memset(&settings, 0, sizeof settings);
    for (uint8_t i = 0; i < PINS; i++)
        settings.pins[i].press = 5;
    for (uint8_t place = 1; place <= PLACES; place++) {
        settings.pins[place - 1] = (struct pin){.closes = JT_WIN, .place = place, .press = 5, .release = 3};     /* D2 to D5 */
        settings.pins[place + 7] = (struct pin){.closes = ROLE_LAMP, .place = place, .press = 1};                /* D10 to D13 */
        settings.pins[place + 11] = (struct pin){.closes = JT_RIICHI, .opens = JT_RIICHI, .place = place, .press = 100, .release = 30}; /* A0 to A3 */
    }
    settings.pins[4] = (struct pin){.closes = JT_START, .press = 5, .release = 3};                               /* D6 */
    settings.pins[5] = (struct pin){.closes = JT_DICE_KEY, .press = 5, .release = 3};                            /* D7 */
    settings.pins[6] = (struct pin){.closes = JT_SHUFFLE, .opens = JT_RAISED, .press = 50, .release = 200};      /* D8 */
    settings.pins[16] = (struct pin){.closes = JT_EMERGENCY, .opens = JT_EMERGENCY, .press = 20, .release = 3};  /* A4 */
    settings.analog[0] = 6;
    settings.analog[1] = 7;
    static const struct compartment usual[COMPARTMENTS] = {
        {100, 100, 12}, {50, 200, 24}, {10, 1000, 120}, {5, 2000, 240}, {1, 10000, 1200},
    };
    memcpy(settings.compartments, usual, sizeof usual);
    settings.tolerance = 1;
}

/* Reads a copy, also one of an earlier firmware, which had no sticks of capacitors (1.1) and no converters (1.0): its
 * sum stood where they are. Without a sum where it must be written anew. */
static bool read_copy(uint8_t i, struct settings *copy) {
    static const uint8_t ends[] = {offsetof(struct settings, sum), offsetof(struct settings, capacitance), offsetof(struct settings, converters)};
    for (uint8_t k = 0; k < sizeof ends; k++) {
        if (!record_read(SETTINGS_AT + i * SETTINGS_ROOM, (uint8_t *)copy, (uint8_t)(ends[k] + sizeof copy->sum), SALT_SETTINGS))
            continue;
        if (k > 0) {
            memset((uint8_t *)copy + ends[k], 0, sizeof *copy - ends[k]);
            copy->tolerance = 1;
        }
        return true;
    }
    return false;
}

void settings_begin(void) {
    struct settings copy;
    bool found = false;
    for (uint8_t i = 0; i < 2; i++)
        if (read_copy(i, &copy) && (!found || (int8_t)(copy.turn - settings.turn) > 0)) {
            settings = copy;
            found = true;
        }
    if (!found)
        defaults();
}

static void save(void) {
    settings.turn++;
    uint16_t sum = record_sum((const uint8_t *)&settings, sizeof settings, SALT_SETTINGS);
    settings.sum[0] = (uint8_t)sum;
    settings.sum[1] = (uint8_t)(sum >> 8);
    eeprom_write(SETTINGS_AT + (settings.turn & 1) * SETTINGS_ROOM, &settings, sizeof settings);
}

/* Where a setting that is kept lies in settings, and its size; NULL for the others. */
static void *place_of(uint8_t id, uint8_t *size) {
    if (id < PINS) {
        *size = sizeof(struct pin);
        return &settings.pins[id];
    }
    if (id == SET_STICKS) {
        *size = 3;
        return &settings.sticks;
    }
    if (id >= SET_COMPARTMENT && id < SET_COMPARTMENT + COMPARTMENTS) {
        *size = sizeof(struct compartment);
        return &settings.compartments[id - SET_COMPARTMENT];
    }
    if (id == SET_CONVERTERS) {
        *size = 2;
        return &settings.converters;
    }
    if (id == SET_CAPACITORS) {
        *size = sizeof settings.capacitance + 1;
        return settings.capacitance;
    }
    return NULL;
}

bool settings_farads(void) {
    for (uint8_t i = 0; i < COMPARTMENTS; i++)
        if (settings.capacitance[i])
            return true;
    return false;
}

static bool has_place(uint8_t kind) { return kind == JT_WIN || kind == JT_RIICHI; }

/* An event that a contact can tell: its fields are known from the contact alone. */
static bool tells(uint8_t kind, uint8_t place) {
    switch (kind) {
    case 0: case JT_START: case JT_DICE_KEY: case JT_SHUFFLE: case JT_SHUFFLED: case JT_RAISED: case JT_DEALT:
    case JT_EMERGENCY: case JT_TEST:
        return place <= PLACES;
    }
    return has_place(kind) && place >= 1 && place <= PLACES;
}

static bool sound(uint8_t id, const uint8_t *value) {
    if (id < PINS) {
        const struct pin *p = (const void *)value;
        if (p->flags & ~(ACTIVE_HIGH | NO_PULL_UP) || p->press == 0)
            return false;
        if (p->closes == ROLE_LAMP)
            return p->place >= 1 && p->place <= PLACES && p->opens == 0;
        if (p->closes == ROLE_SELECT)
            return p->place <= 3 && p->opens == 0;
        if (p->closes == ROLE_CHARGE)
            return p->place == 0 && p->opens == 0;
        return tells(p->closes, p->place) && tells(p->opens, p->place);
    }
    if (id == SET_STICKS)
        return value[0] <= 1 && value[1] <= 7 && value[2] <= 7;
    if (id == SET_CONVERTERS) /* they do not see how fast a capacitor is discharged */
        return value[0] < 1 << PLACES && value[1] <= 5 && !(value[0] && settings_farads());
    if (id == SET_CAPACITORS) {
        bool any = false;
        for (uint8_t i = 0; i < 2 * COMPARTMENTS; i++)
            any |= value[i] != 0;
        uint8_t tolerance = value[2 * COMPARTMENTS];
        return tolerance >= 1 && tolerance <= 20 && !(any && settings.converters);
    }
    const struct compartment *c = (const void *)value;
    return c->worth != 0 && c->reference != 0;
}

void settings_take(const struct jt_frame *f) {
    uint8_t size;
    if (f->size == 0 || answer.due)
        return; /* the host asks again */
    answer.id = f->payload[0];
    answer.number = f->number;
    answer.how = DONE;
    answer.due = true;
    void *kept = place_of(answer.id, &size);
    if (f->size == 1) /* only read */
        return;
    if (kept && f->size == 1u + size && sound(answer.id, f->payload + 1)) {
        memcpy(kept, f->payload + 1, size);
        answer.writing = true;
        inputs_begin();
        sticks_begin();
    } else if (answer.id == SET_LAMPS && f->size == 1 + PLACES) {
        memcpy(lamps, f->payload + 1, PLACES);
        lamps_told = true;
    } else {
        answer.how = kept || answer.id == SET_LAMPS ? REFUSED : UNKNOWN;
    }
}

void settings_run(void) {
    static bool begun;
    if (!answer.writing || !eeprom_ready() || log_writing())
        return;
    if (!begun) {
        save();
        begun = true;
        return;
    }
    begun = answer.writing = false;
    talk_hello(); /* it may be able to tell something else now */
}

static uint8_t *put(uint8_t *to, uint32_t value, uint8_t n) {
    for (; n; n--, value >>= 8)
        *to++ = (uint8_t)value;
    return to;
}

bool settings_answer(struct jt_frame *f) {
    uint8_t size, *to = f->payload + 2;
    if (!answer.due || answer.writing)
        return false;
    f->type = 0x05;
    f->number = answer.number;
    void *kept = place_of(answer.id, &size);
    if (kept) { /* as it is in the EEPROM, if it was ever written */
        uint16_t at = SETTINGS_AT + (settings.turn & 1) * SETTINGS_ROOM + (uint16_t)((uint8_t *)kept - (uint8_t *)&settings);
        bool written = settings.sum[0] || settings.sum[1];
        for (uint8_t i = 0; i < size; i++)
            *to++ = written ? eeprom_byte(at + i) : ((uint8_t *)kept)[i];
    } else if (answer.id == SET_LEVELS) {
        to = put(put(to, inputs_raw, 3), inputs_closed, 3);
    } else if (answer.id == SET_DRAWERS) {
        for (uint8_t i = 0; i < CHANNELS; i++)
            to = put(to, sticks_reading[i], 2);
    } else if (answer.id == SET_FARADS) {
        for (uint8_t i = 0; i < CHANNELS; i++)
            to = put(to, sticks_farads[i], 2);
    } else if (answer.id == SET_BOARD) {
        to = put(put(put(to, log_starts, 2), reset_cause, 1), never_used(), 2);
    } else if (answer.id == SET_BUS) {
        to = put(put(to, (uint8_t)(settings.converters & ~converters_lost), 1), converters_supply, 2);
    } else if (answer.id == SET_LAMPS) {
        memcpy(to, lamps, PLACES);
        to += PLACES;
    } else {
        answer.how = UNKNOWN;
    }
    f->payload[0] = answer.id;
    f->payload[1] = answer.how;
    f->size = (size_t)(to - f->payload);
    answer.due = false;
    return true;
}
