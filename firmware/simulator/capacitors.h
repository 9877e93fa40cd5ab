/* Capacitors in the compartments, charged and discharged by a pin through one resistance for each of two multiplexers.
 * Times are cycles of a board of 16 MHz, voltages millivolts. */
#ifndef CAPACITORS_H
#define CAPACITORS_H

#include <stdbool.h>
#include <stdint.h>

/* What lies in compartment 0 to 19: capacitance with its wires, and the resistance beside it, 0 for none. */
void capacitors_lay(int compartment, double picofarads, double ohms);

/* The resistances between pin and multiplexers. */
void capacitors_through(double ohms);

/* From now on these compartments, one of each multiplexer, are connected to the pin, which is high at 5 V or low. */
void capacitors_connect(int first, int second, bool high, uint64_t now);

/* The voltage of a compartment that is connected. */
double capacitors_volts(int compartment, uint64_t now);

#endif
