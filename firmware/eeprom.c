/* Writing by interrupt: 3.4 ms a byte, in which the board goes on with everything else. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"

static volatile uint16_t to;
static const uint8_t *volatile from;
static volatile uint8_t left;
static volatile bool busy;

uint8_t eeprom_byte(uint16_t at) {
    uint8_t byte;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        while (EECR & 1 << EEPE) /* only where somebody reads beside the writing */
            ;
        EEAR = at;
        EECR |= 1 << EERE;
        byte = EEDR;
    }
    return byte;
}

/* Begins with the next byte that is not right yet, if there is one. */
static void step(void) {
    while (left) {
        uint8_t byte = *from;
        EEAR = to;
        EECR |= 1 << EERE;
        to++, from++, left--;
        if (EEDR == byte)
            continue;
        EEDR = byte;
        EECR |= 1 << EEMPE;
        EECR |= 1 << EEPE; /* within four cycles */
        EECR |= 1 << EERIE;
        return;
    }
    EECR &= (uint8_t) ~(1 << EERIE);
    busy = false;
    awake = true;
}

ISR(EE_READY_vect) { step(); }

void eeprom_write(uint16_t at, const void *bytes, uint8_t n) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        to = at;
        from = bytes;
        left = n;
        busy = true;
        step();
    }
}

bool eeprom_ready(void) { return !busy; }

uint16_t record_sum(const uint8_t *record, uint8_t n, uint8_t salt) {
    return jt_crc(record, n - 2u) ^ (uint16_t)(salt << 8 | salt);
}

bool record_read(uint16_t at, uint8_t *record, uint8_t n, uint8_t salt) {
    for (uint8_t i = 0; i < n; i++)
        record[i] = eeprom_byte(at + i);
    uint16_t sum = record_sum(record, n, salt);
    return record[n - 2] == (uint8_t)sum && record[n - 1] == (uint8_t)(sum >> 8);
}
