/* The adapter board: an ATmega328P at 16 MHz (Arduino Nano or Uno). Each part below is one
 * file; main.c calls them in turn, a millisecond apart at the latest. Nothing waits. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "jantaku.h"

#define PLACES 4

/* ---- main.c */

/* Milliseconds since the board started; begins anew after 49 days. */
uint32_t now(void);

/* The same in steps of 4 us, and begins anew after 262 ms; only while interrupts are off. */
uint16_t moment(void);

/* The main loop has something to do; set by interrupts. It sleeps otherwise. */
extern volatile bool awake;

/* ---- eeprom.c: bytes that survive a loss of power */

uint8_t eeprom_byte(uint16_t at);

/* Begins to write n bytes, which must stay as they are until eeprom_ready. Bytes that are
 * right already are left alone. */
void eeprom_write(uint16_t at, const void *from, uint8_t n);

/* Nothing is being written any more: all of it survives. */
bool eeprom_ready(void);

/* A record in the EEPROM is right when its last two bytes are the CRC-16 of those before
 * it and of a salt, so that a record that was half written, or of another kind, is none. */
uint16_t record_sum(const uint8_t *record, uint8_t n, uint8_t salt);
bool record_read(uint16_t at, uint8_t *record, uint8_t n, uint8_t salt);

/* Where things lie in the 1,024 bytes. */
#define LOG_AT 0
#define LOG_SLOTS 80
#define RECORD 8
#define STARTS_AT (LOG_AT + LOG_SLOTS * RECORD)
#define START_SLOTS 8
#define SETTINGS_AT (STARTS_AT + START_SLOTS * RECORD)
#define SETTINGS_ROOM 160 /* of each of the two copies */

/* ---- log.c: what happened, numbered */

struct logged {
    uint8_t kind;  /* enum jt_kind */
    uint8_t place; /* 0 where the kind has none */
    int16_t value; /* points in hundreds; the severity of a fault is always JT_NOTICE */
    uint32_t at;   /* of now() */
};

/* Numbers as in docs/serial.md. An event is told only when it is in the EEPROM (kept): a
 * number that the host has seen is never given again. */
extern uint32_t log_boot, log_oldest, log_kept, log_newest;

extern uint16_t log_starts; /* how often the board has started */

void log_begin(void);
void log_add(uint8_t kind, uint8_t place, int16_t value);
void log_run(void);                            /* writes what is not kept yet */
bool log_writing(void);                        /* the EEPROM is taken by the log */
void log_get(uint32_t number, struct logged *e); /* log_oldest to log_newest */

/* ---- settings.c: what the pins mean */

#define PINS 18 /* D2 to D13, then A0 to A5 */

/* What a pin is besides an event: values of pin.closes above every kind. */
enum role { ROLE_LAMP = 0x80, ROLE_SELECT = 0x81, ROLE_CHARGE = 0x82 };

enum { ACTIVE_HIGH = 1, NO_PULL_UP = 2 };

struct pin {
    uint8_t closes;  /* the kind of event when the contact closes, or a role; 0 none */
    uint8_t opens;   /* the kind of event when it opens; 0 none */
    uint8_t place;   /* 1 to 4 where kind or lamp need one; the line 0 to 3 of ROLE_SELECT */
    uint8_t flags;
    uint8_t press;   /* milliseconds that a closed contact must hold, 1 to 255 */
    uint8_t release; /* tens of milliseconds that an open one must hold; 0 as press */
};

#define COMPARTMENTS 5

struct compartment {
    uint8_t worth;      /* of a stick, hundreds of points */
    uint16_t stick;     /* resistance of a stick, hundreds of ohms; 0 for a capacitor alone */
    uint16_t reference; /* resistance to the supply or to the pin that charges, hundreds of ohms */
} __attribute__((packed));

struct settings {
    uint8_t turn; /* counts up with every writing; the copy that is ahead holds */
    struct pin pins[PINS];
    uint8_t sticks;    /* 1: drawers are measured */
    uint8_t analog[2]; /* ADC inputs of the two multiplexers, 0 to 7 */
    struct compartment compartments[COMPARTMENTS];
    uint8_t converters; /* bit per ADS1115 that is there; 0: the multiplexers are */
    uint8_t gain;       /* of the converters: 0 up to 6.144 V, 1 4.096, 2 2.048 ... as in their register */
    uint16_t capacitance[COMPARTMENTS]; /* of a stick, tens of pF; 0 where sticks are resistors alone */
    uint8_t tolerance;                  /* of the sticks, percent */
    uint8_t sum[2];
} __attribute__((packed));

extern struct settings settings;

enum setting {
    SET_STICKS = 32,       /* sticks and analog */
    SET_COMPARTMENT = 33,  /* and four more */
    SET_CONVERTERS = 38,   /* converters and gain */
    SET_CAPACITORS = 39,   /* capacitance and tolerance */
    SET_LEVELS = 64,       /* read only: pins as they are, pins as they are believed, 3 bytes each */
    SET_DRAWERS = 65,      /* read only: four times the reading of each compartment, 2 bytes each */
    SET_BOARD = 66,        /* read only: starts u16, cause of the last u8, bytes of RAM never used u16 */
    SET_BUS = 67,          /* read only: bit per converter that answers u8, the supply as one of them reads it u16 */
    SET_FARADS = 68,       /* read only: capacitance of each compartment, tens of pF, 2 bytes each */
    SET_LAMPS = 96,        /* four lamps, enum lamp each; not kept */
};

void settings_begin(void);

/* There are sticks that are capacitors. */
bool settings_farads(void);

/* A host's frame about a setting; the answer is due when settings_answer gives it. */
void settings_take(const struct jt_frame *f);
bool settings_answer(struct jt_frame *f);
void settings_run(void);

/* ---- inputs.c: contacts and lamps */

enum lamp { LAMP_OFF, LAMP_ON, LAMP_BLINK };

extern uint8_t lamps[PLACES];
extern bool lamps_told; /* the host has said how they are to be, and will again */
extern uint32_t inputs_raw, inputs_closed; /* bit per pin */

void inputs_begin(void);
void inputs_sample(void); /* by interrupt, once a millisecond */
uint8_t inputs_tick(void); /* takes what was sampled since the last time: so many milliseconds */
void select_channel(uint8_t channel);
void charge(bool on); /* the pin that charges the sticks, if there is one */

/* What the table is, for STATE. */
extern uint8_t table_state, table_emergency, table_test, table_riichi;
extern int16_t table_points[PLACES];

/* ---- sticks.c: score sticks in the drawers */

#define CHANNELS (PLACES * COMPARTMENTS)
#define STICKS_FULL 4092 /* reading of a compartment without a stick */

extern uint16_t sticks_reading[CHANNELS];
extern uint16_t sticks_farads[CHANNELS]; /* tens of pF, where sticks are capacitors */

void sticks_begin(void);
void sticks_tick(void);

/* A reading of a compartment; and none, of one that cannot be measured now. */
void sticks_take(uint8_t channel, uint16_t reading);
void sticks_lose(uint8_t channel);

/* All drawers that are measured are known, and no compartment is unclear. */
bool sticks_clear(void);

/* ---- count.c: sticks by what was measured; it needs no chip */

/* The sticks in compartment i by four times its reading and, where they are capacitors, by its capacitance;
 * -1 where it lies between two counts. */
int8_t sticks_count(const struct settings *s, uint8_t i, uint16_t reading, uint16_t farads);

/* The capacitance in tens of pF that a resistance in hundreds of ohms discharges from one reading to another
 * in a time of 4 us each; UNMEASURED where the readings do not tell. All readings are four times the converter's. */
#define UNMEASURED 0xFFFF
uint16_t sticks_capacitance(uint16_t reference, uint16_t settled, uint16_t then, uint16_t time);

/* ---- converters.c: ADS1115 in the drawers */

#define CONVERTERS_AT 0x48 /* address of the first */

/* Faults that are told: the address of a converter that does not answer; the bus is held; the supply
 * of the sticks is not seen. */
enum { FAULT_CONVERTER = 1100, FAULT_BUS = 1180, FAULT_SUPPLY = 1181 };

extern uint16_t converters_supply; /* reading; 0 while it is not known */
extern uint8_t converters_lost;    /* bit per converter that did not answer last */

void converters_begin(void);
void converters_tick(void);
uint8_t converters_last(void); /* the highest that is there */

/* ---- serial.c: bytes */

void serial_begin(void);
bool serial_get(uint8_t *byte);
bool serial_idle(void);
void serial_send(const struct jt_frame *f); /* when idle */

/* ---- talk.c: the board's side of the protocol */

extern uint32_t talk_base; /* the first event that is not acknowledged */

void talk_begin(void);
void talk_run(void);
void talk_hello(void); /* is due */
void talk_state(void);

extern uint8_t reset_cause; /* MCUSR at the start */
uint16_t never_used(void);  /* bytes between variables and the deepest stack so far */

#endif
