#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "board.h"

volatile bool awake;
uint8_t reset_cause __attribute__((section(".noinit")));

volatile uint32_t board_clock; /* named, so that a simulator may set it */

ISR(TIMER2_COMPA_vect) {
    board_clock++;
    inputs_sample();
    awake = true;
}

uint32_t now(void) {
    uint32_t t;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { t = board_clock; }
    return t;
}

uint16_t moment(void) {
    uint8_t t = TCNT2, pending = TIFR2 & 1 << OCF2A;
    return (uint16_t)((uint16_t)board_clock + (pending && t < 125)) * 250 + t;
}

/* Before anything else: a watchdog that has bitten goes on running, at its shortest. */
void first(void) __attribute__((naked, used, section(".init3")));
void first(void) {
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    /* Memory that nobody ever writes can be told later. */
    extern uint8_t _end;
    for (uint8_t *p = &_end; p < (uint8_t *)RAMEND - 8; p++)
        *p = 0xA7;
}

uint16_t never_used(void) {
    extern uint8_t _end;
    const uint8_t *p = &_end;
    while (p < (const uint8_t *)RAMEND && *p == 0xA7)
        p++;
    return (uint16_t)(p - &_end);
}

int main(void) {
    /* The timer counts to 250 at 250 kHz: a millisecond. */
    TCCR2A = 1 << WGM21;
    TCCR2B = 1 << CS22;
    OCR2A = 249;
    TIMSK2 = 1 << OCIE2A;
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();

    settings_begin();
    log_begin();
    serial_begin();
    inputs_begin();
    sticks_begin();
    talk_begin();
    wdt_enable(WDTO_500MS);

    for (;;) {
        wdt_reset();
        awake = false;
        for (uint8_t passed = inputs_tick(); passed; passed--)
            sticks_tick();
        log_run();
        settings_run();
        talk_run();
        cli();
        if (!awake) {
            sleep_enable();
            sei(); /* takes effect after the next instruction */
            sleep_cpu();
            sleep_disable();
        }
        sei();
    }
}
