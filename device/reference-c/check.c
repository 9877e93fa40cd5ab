/* Checks the reference code from outside:
 *
 *   check encode   reads lines of numbers, writes frames
 *   check decode   reads frames, writes lines of numbers
 *
 * A line is "event boot number kind age place from tile die die value severity state
 * with without"
 * or "hello boot number oldest capabilities serial model firmware".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "jantaku.h"

static int encode(void) {
    char word[8];
    while (scanf("%7s", word) == 1) {
        struct jt_frame f = {0};
        uint8_t wire[JT_WIRE];
        int sound = 0;
        if (scanf("%" SCNu32 "%" SCNu32, &f.boot, &f.number) != 2)
            return 1;
        if (strcmp(word, "event") == 0) {
            struct jt_event e = {0};
            if (scanf("%" SCNu8 "%" SCNu32 "%" SCNu8 "%" SCNu8 "%" SCNu8 "%" SCNu8 "%" SCNu8 "%" SCNd32 "%" SCNu8 "%" SCNu8 "%" SCNu16
                      "%" SCNu16,
                      &e.kind, &e.age, &e.place, &e.from, &e.tile, &e.dice[0], &e.dice[1], &e.value, &e.severity, &e.state,
                      &e.with, &e.without) != 12)
                return 1;
            sound = jt_put_event(&f, &e);
        } else {
            struct jt_hello h = {0};
            if (scanf("%" SCNu32 "%" SCNu16 "%24s%24s%24s", &h.oldest, &h.capabilities, h.serial, h.model, h.firmware) != 5)
                return 1;
            sound = jt_put_hello(&f, &h);
        }
        if (!sound)
            return 1;
        fwrite(wire, 1, jt_encode(&f, wire), stdout);
    }
    return 0;
}

static int decode(void) {
    struct jt_decoder d = {0};
    for (int c; (c = getchar()) != EOF;) {
        struct jt_frame f;
        struct jt_event e;
        struct jt_hello h;
        int got = jt_feed(&d, (uint8_t)c, &f);
        if (got == 0)
            continue;
        if (got > 0 && jt_get_event(&f, &e))
            printf("event %" PRIu32 " %" PRIu32 " %u %" PRIu32 " %u %u %u %u %u %" PRId32 " %u %u %u %u\n", f.boot, f.number,
                   e.kind, e.age, e.place, e.from, e.tile, e.dice[0], e.dice[1], e.value, e.severity, e.state, e.with,
                   e.without);
        else if (got > 0 && jt_get_hello(&f, &h))
            printf("hello %" PRIu32 " %" PRIu32 " %" PRIu32 " %u %s %s %s\n", f.boot, f.number, h.oldest, h.capabilities,
                   h.serial, h.model, h.firmware);
        else if (got > 0)
            printf("frame %u\n", f.type);
        else
            puts("damaged");
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "encode") == 0)
        return encode();
    if (argc == 2 && strcmp(argv[1], "decode") == 0)
        return decode();
    fputs("usage: check encode|decode\n", stderr);
    return 2;
}
