#include "sample.h"

#include <stddef.h>
#include <string.h>

#include "cpu.h"

// Some channels side by side, of a pixel and of what follows it. Compilers widen eight bytes at once and not four.
typedef unsigned char bytes __attribute__((vector_size(8)));
typedef unsigned short shorts __attribute__((vector_size(16)));
typedef unsigned short half __attribute__((vector_size(8)));
typedef int ints __attribute__((vector_size(16)));

// between is what lies between a pixel and the next one, in PART-th parts of it.
static inline __attribute__((always_inline)) ints between(const unsigned char *at, int part) {
  bytes left, right;
  memcpy(&left, at, sizeof left);
  memcpy(&right, at + 3, sizeof right);
  const shorts v = __builtin_convertvector(left, shorts) * (unsigned short)(PART - part) + __builtin_convertvector(right, shorts) * (unsigned short)part;
  half low;
  memcpy(&low, &v, sizeof low);
  return __builtin_convertvector(low, ints);
}

EVERY_CPU void sample_lines(const unsigned char *pix, int stride, const struct line *lines, int count, unsigned char *out) {
  for (const struct line *l = lines; l < lines + count; l++) {
    long long x = l->x, y = l->y;
    unsigned char *px = out + l->to;
    for (int i = 0; i < l->n; i++, px += l->step, x += l->dx, y += l->dy) {
      const unsigned char *top = pix + (ptrdiff_t)(y >> FRACTION) * stride + 3 * (ptrdiff_t)(x >> FRACTION), *low = top + stride;
      const int fx = x >> (FRACTION - PART_BITS) & (PART - 1), fy = y >> (FRACTION - PART_BITS) & (PART - 1);
      const ints v = (between(top, fx) * (PART - fy) + between(low, fx) * fy + PART * PART / 2) >> (2 * PART_BITS);
      px[0] = v[0], px[1] = v[1], px[2] = v[2];
    }
  }
}
