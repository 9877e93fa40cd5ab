#include "capacitors.h"

#include <math.h>

#define COMPARTMENTS 20
#define SUPPLY 5000.0
#define MHZ 16e6

static struct compartment {
    double farads, ohms;
    double volts; /* at the time since */
    uint64_t since;
} all[COMPARTMENTS];

static double reference;
static int connected[2] = {-1, -1};
static bool level;

/* Its voltage at a time, if nothing changes before. */
static double at(const struct compartment *c, bool driven, uint64_t when) {
    double supply = 0, conducts = c->ohms > 0 ? 1 / c->ohms : 0;
    if (driven) {
        conducts += 1 / reference;
        supply = level ? SUPPLY / reference / conducts : 0;
    }
    if (conducts == 0 || when <= c->since)
        return c->volts;
    if (c->farads == 0)
        return supply;
    return supply + (c->volts - supply) * exp(-(double)(when - c->since) / MHZ * conducts / c->farads);
}

static bool is_connected(int i) { return i == connected[0] || i == connected[1]; }

static void settle(int i, uint64_t now) {
    all[i].volts = at(&all[i], is_connected(i), now);
    all[i].since = now;
}

void capacitors_lay(int i, double picofarads, double ohms) {
    all[i].farads = picofarads * 1e-12;
    all[i].ohms = ohms;
}

void capacitors_through(double ohms) { reference = ohms; }

void capacitors_connect(int first, int second, bool high, uint64_t now) {
    for (int i = 0; i < COMPARTMENTS; i++)
        settle(i, now);
    connected[0] = first;
    connected[1] = second;
    level = high;
}

double capacitors_volts(int i, uint64_t now) { return at(&all[i], is_connected(i), now); }
