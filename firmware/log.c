/* The log. Event n lies in ring[n % RING] until it is overwritten, and in slot n % LOG_SLOTS
 * of the EEPROM from the moment it is kept; each slot is written once in LOG_SLOTS events,
 * which is the wear levelling: 100,000 writings of a byte are 8,000,000 events.
 *
 * A start writes a record too, before anything is sent: which number the newest event had.
 * A slot whose last byte was being written when the power went may read as right once and
 * as wrong the next time; the number is then known to have been given, and the event is told as lost. */
#include <avr/boot.h>
#include <string.h>

#include "board.h"

#define RING 32

enum { SALT_LOG = 0x00, SALT_START = 0xA5 }; /* the era is mixed into that of the log */

uint32_t log_boot, log_oldest = 1, log_kept, log_newest;
uint16_t log_starts;

static struct logged ring[RING];
static uint8_t era; /* counts the logs of this board: numbers begin at 1 in each */
static uint8_t record[RECORD];
static uint32_t writing; /* the number in record, 0 for none */

static uint32_t number_in(const uint8_t *r) { return r[3] | (uint32_t)r[4] << 8 | (uint32_t)r[5] << 16; }

static uint16_t slot(uint32_t number) { return LOG_AT + (uint16_t)(number % LOG_SLOTS) * RECORD; }

static void seal(uint8_t salt) {
    uint16_t sum = record_sum(record, RECORD, salt);
    record[RECORD - 2] = (uint8_t)sum;
    record[RECORD - 1] = (uint8_t)(sum >> 8);
}

static bool read_slot(uint32_t number, struct logged *e) {
    uint8_t r[RECORD];
    if (!record_read(slot(number), r, RECORD, SALT_LOG ^ era) || number_in(r) != (number & 0xFFFFFF))
        return false;
    e->kind = r[0] & 31;
    e->place = r[0] >> 5;
    e->value = (int16_t)(r[1] | r[2] << 8);
    return true;
}

/* Half of the boot number tells boards apart (lot, wafer and place on it), half counts eras. */
static uint16_t identity(void) {
    uint8_t row[10];
    for (uint8_t i = 0; i < sizeof row; i++)
        row[i] = boot_signature_byte_get(0x0E + i);
    return jt_crc(row, sizeof row);
}

/* The newest start record: how often, the newest number then, the era. */
static bool last_start(uint32_t *number) {
    bool found = false;
    for (uint8_t i = 0; i < START_SLOTS; i++) {
        uint8_t r[RECORD];
        if (!record_read(STARTS_AT + i * RECORD, r, RECORD, SALT_START))
            continue;
        uint16_t starts = (uint16_t)(r[0] | r[1] << 8);
        if (found && (int16_t)(starts - log_starts) < 0)
            continue;
        found = true;
        log_starts = starts;
        era = r[2];
        *number = number_in(r);
    }
    return found;
}

static void write_start(void) {
    log_starts++;
    record[0] = (uint8_t)log_starts;
    record[1] = (uint8_t)(log_starts >> 8);
    record[2] = era;
    record[3] = (uint8_t)log_newest;
    record[4] = (uint8_t)(log_newest >> 8);
    record[5] = (uint8_t)(log_newest >> 16);
    seal(SALT_START);
    eeprom_write(STARTS_AT + (log_starts % START_SLOTS) * RECORD, record, RECORD);
    while (!eeprom_ready())
        ;
}

/* How old an event at least is that happened before the board started: old enough that no
 * host takes a picture for it. */
#define BEFORE_START 60000UL

void log_begin(void) {
    uint32_t number = 0;
    if (!last_start(&number)) { /* a new board, or one whose EEPROM is not ours */
        uint16_t sum = 0;
        for (uint16_t i = 0; i < SETTINGS_AT; i++)
            sum = (uint16_t)(sum * 31 + eeprom_byte(i));
        era = (uint8_t)(sum | 1);
    }
    log_boot = (uint32_t)identity() << 16 | 0x100 | era;
    for (uint8_t i = 0; i < LOG_SLOTS; i++) {
        uint8_t r[RECORD];
        if (record_read(LOG_AT + i * RECORD, r, RECORD, SALT_LOG ^ era) && number_in(r) % LOG_SLOTS == i && number_in(r) > number)
            number = number_in(r);
    }
    log_newest = log_kept = number;
    log_oldest = number + 1;
    for (struct logged e; log_oldest > 1 && log_newest - log_oldest + 1 < LOG_SLOTS && read_slot(log_oldest - 1, &e); log_oldest--) {
        if (log_newest - (log_oldest - 1) < RING) {
            e.at = now() - BEFORE_START;
            ring[(log_oldest - 1) % RING] = e;
        }
    }
    write_start();
}

void log_add(uint8_t kind, uint8_t place, int16_t value) {
    log_newest++;
    ring[log_newest % RING] = (struct logged){kind, place, value, now()};
    if (log_newest - log_kept > RING) { /* more at once than the EEPROM takes: the oldest is lost */
        log_kept = log_newest - RING;
        log_oldest = log_kept + 1;
    }
    if (log_newest - log_oldest >= LOG_SLOTS)
        log_oldest = log_newest - LOG_SLOTS + 1;
}

/* Ages are differences of 32 bits: what is older than 24 days stays that old. */
static void stop_ageing(void) {
    static uint32_t last;
    if (now() - last < 1UL << 24)
        return;
    last = now();
    for (uint8_t i = 0; i < RING; i++)
        if (last - ring[i].at > 1UL << 31)
            ring[i].at = last - (1UL << 31);
}

bool log_writing(void) { return writing != 0; }

void log_run(void) {
    stop_ageing();
    if (!eeprom_ready())
        return;
    if (writing) {
        if (log_kept < writing)
            log_kept = writing;
        writing = 0;
    }
    if (log_kept == log_newest)
        return;
    writing = log_kept + 1;
    const struct logged *e = &ring[writing % RING];
    record[0] = (uint8_t)(e->kind | e->place << 5);
    record[1] = (uint8_t)e->value;
    record[2] = (uint8_t)((uint16_t)e->value >> 8);
    record[3] = (uint8_t)writing;
    record[4] = (uint8_t)(writing >> 8);
    record[5] = (uint8_t)(writing >> 16);
    seal(SALT_LOG ^ era);
    eeprom_write(slot(writing), record, RECORD);
}

void log_get(uint32_t number, struct logged *e) {
    const struct logged *last = &ring[(log_newest >= RING ? log_newest + 1 : 1) % RING]; /* the oldest in the ring */
    if (log_newest - number < RING) {
        *e = ring[number % RING];
        return;
    }
    /* Older than all of the ring, by how much nobody knows any more. */
    if (!read_slot(number, e))
        memset(e, 0, sizeof *e);
    e->at = last->at;
    if (now() - e->at < BEFORE_START)
        e->at = now() - BEFORE_START;
}
