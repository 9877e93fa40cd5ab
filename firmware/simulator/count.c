/* What firmware/count.c makes of readings, for tests on any machine. The first line gives five times resistance,
 * reference (hundreds of ohms) and capacitance (tens of pF), and the tolerance; each other one is
 *
 *   I SETTLED THEN TIME   compartment, the reading that holds and the later one (four times the converter's), 4 us between
 *
 * and is answered by the sticks and the capacitance. THEN 65535: nothing is charged.
 *
 * build: cc count.c ../count.c
 */
#include <stdio.h>

#include "../board.h"

int main(void) {
    struct settings s = {0};
    unsigned v[4];
    for (int i = 0; i < COMPARTMENTS; i++) {
        if (scanf("%u %u %u", &v[0], &v[1], &v[2]) != 3)
            return 2;
        s.compartments[i].stick = (uint16_t)v[0];
        s.compartments[i].reference = (uint16_t)v[1];
        s.capacitance[i] = (uint16_t)v[2];
    }
    if (scanf("%u", &v[0]) != 1)
        return 2;
    s.tolerance = (uint8_t)v[0];
    while (scanf("%u %u %u %u", &v[0], &v[1], &v[2], &v[3]) == 4) {
        uint8_t i = (uint8_t)(v[0] % COMPARTMENTS);
        uint16_t farads = v[2] == 65535 ? 0 : sticks_capacitance(s.compartments[i].reference, (uint16_t)v[1], (uint16_t)v[2], (uint16_t)v[3]);
        printf("%d %u\n", sticks_count(&s, i, (uint16_t)v[1], farads), farads);
    }
    return 0;
}
