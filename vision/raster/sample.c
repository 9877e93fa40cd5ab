#include "sample.h"

#include <stddef.h>
#include <string.h>

#include "cpu.h"

// What lies around the pixels of a PIECE of a line is gathered at first; then AT_ONCE of them are weighed at a time: compilers make vectors of a loop
// that has no rest.
enum { AT_ONCE = 16, PIECE = 4 * AT_ONCE };

// two weighs numbers with other ones, so many parts of those: one number, or two in the upper and the lower 16 bits, of 8 bits each.
static inline __attribute__((always_inline)) unsigned two(unsigned v, unsigned other, unsigned part) { return (v << PART_BITS) + (other - v) * part; }

// one weighs two numbers that were weighed already, and rounds to whole ones.
static inline __attribute__((always_inline)) unsigned one(unsigned v, unsigned other, unsigned part) {
  return (two(v, other, part) + PART * PART / 2) >> (2 * PART_BITS);
}

// weigh makes pixels of those around each: left and right above, left and right below. All have blue in the lowest byte, green and red above. The
// piece begins at (x, y), of which whole pixels do not matter.
static inline __attribute__((always_inline)) void weigh(const unsigned around[4][PIECE], unsigned from, unsigned x, unsigned y, unsigned dx, unsigned dy, unsigned *out) {
  const unsigned low = 255, both = 255 << 16 | 255, half = 65535;
  for (unsigned i = from; i < from + AT_ONCE; i++) {
    const unsigned fx = (x + i * dx) >> (FRACTION - PART_BITS) & (PART - 1), fy = (y + i * dy) >> (FRACTION - PART_BITS) & (PART - 1);
    const unsigned a = around[0][i], b = around[1][i], c = around[2][i], d = around[3][i];
    const unsigned left = two(a & both, c & both, fy), right = two(b & both, d & both, fy);  // blue and red
    const unsigned green = two((a >> 8 & low) | (b << 8 & low << 16), (c >> 8 & low) | (d << 8 & low << 16), fy);
    out[i] = one(left & half, right & half, fx) | one(green & half, green >> 16, fx) << 8 | one(left >> 16, right >> 16, fx) << 16;
  }
}

EVERY_CPU void sample_lines(const unsigned char *pix, int stride, const struct line *lines, int count, unsigned char *out) {
  unsigned around[4][PIECE] = {{0}}, sampled[PIECE];
  for (int k = 0; k < count; k++) {
    const struct line l = lines[k];
    long long x = l.x, y = l.y;
    unsigned char *px = out + l.to;
    for (int from = 0; from < l.n; from += PIECE) {
      const int n = l.n - from < PIECE ? l.n - from : PIECE;
      const unsigned left = x, top = y;
      for (int i = 0; i < n; i++, x += l.dx, y += l.dy) {
        const unsigned char *at = pix + (ptrdiff_t)(y >> FRACTION) * stride + 3 * (ptrdiff_t)(x >> FRACTION);
        memcpy(&around[0][i], at, 4);
        memcpy(&around[1][i], at + 3, 4);
        memcpy(&around[2][i], at + stride, 4);
        memcpy(&around[3][i], at + stride + 3, 4);
      }
      for (int i = 0; i < n; i += AT_ONCE) weigh(around, i, left, top, l.dx, l.dy, sampled);
      for (int i = 0; i < n; i++, px += l.step) px[0] = sampled[i], px[1] = sampled[i] >> 8, px[2] = sampled[i] >> 16;
    }
  }
}
