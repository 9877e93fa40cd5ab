/* Four ADS1115 on one two-wire bus, as their data sheet (SBAS444) says they behave: the pointer and
 * four registers, conversions that take their time, no answer from an address that is not there.
 * They see the lines as they are, edge by edge, and hold the data low as they would. */
#ifndef ADS1115_H
#define ADS1115_H

#include <stdbool.h>
#include <stdint.h>

/* The supply comes: registers as after power-up. seed chooses the errors of reference, offset and
 * oscillator within what the data sheet allows. */
void ads_power(unsigned seed);

/* Converter 0 to 3, address 0x48 to 0x4B, is there or not. */
void ads_there(int k, bool there);

/* Voltage of an input 0 to 3, microvolts. */
void ads_input(int k, int input, int32_t uv);

/* The lines as the host of the bus lets them be, true where it does not pull; us is the time. Gives how
 * the data line is then. */
bool ads_lines(bool data, bool clock, uint64_t us);

/* Something holds the data low, from the end of a transfer, until so many more clocks have passed; -1 for
 * ever, 0 not. */
void ads_hold(int clocks);

/* Something holds the clock low. */
void ads_hold_clock(bool held);
bool ads_clock(bool clock);

#endif
