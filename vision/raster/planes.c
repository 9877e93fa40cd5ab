#include "planes.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

EVERY_CPU void ratio_of(const unsigned char *pix, const unsigned char *light, int n, unsigned char *out) {
  for (int i = 0; i < n; i++) {
    int l = light[i] > 0 ? light[i] : 1;
    int share = (int)((float)(pix[i] * 255) / (float)l);
    out[i] = share < 255 ? share : 255;
  }
}

// edges adds the edges of the inner pixels of a row to four rows, one per direction.
// An edge is shared between the two nearest directions: cos²(θ−θk) kernels make the
// share exact without any arctangent. The rows given are of ink, 0 to 765.
static inline __attribute__((always_inline)) void edges(const float *above, const float *row, const float *below, int width, float weight,
                  float *restrict right, float *restrict rising, float *restrict up, float *restrict falling) {
  const float full = 2 * 765, faint = .02f * full, k = weight / 2 / full;
  for (int x = 1; x < width - 1; x++) {
    float gx = 2 * (row[x + 1] - row[x - 1]) + (above[x + 1] - above[x - 1]) + (below[x + 1] - below[x - 1]);
    float gy = 2 * (below[x] - above[x]) + (below[x - 1] - above[x - 1]) + (below[x + 1] - above[x + 1]);
    float square = gx * gx + gy * gy;
    float share = k / sqrtf(square + 1e-6f);
    share = square < faint * faint ? 0 : share;
    float c = share * (gx * gx - gy * gy), s = share * 2 * gx * gy;
    right[x] += c > 0 ? c : 0;
    rising[x] += s > 0 ? s : 0;
    up[x] += c < 0 ? -c : 0;
    falling[x] += s < 0 ? -s : 0;
  }
}

// ink_of writes the ink of a line, of all channels together: 0 to 765.
static inline __attribute__((always_inline)) void ink_of(const unsigned char *ratio, int width, float *dark) {
  for (int x = 0; x < width; x++) dark[x] = 765 - ratio[3 * x] - ratio[3 * x + 1] - ratio[3 * x + 2];
}

EVERY_CPU void features_of(const unsigned char *ratio, int width, int height, float edge_weight, float *work, short *cells) {
  float *sums = work + (size_t)LINES_OF_INK * width;
  const int across = width / POOL;
  const float scale = (float)FULL / (POOL * POOL);
  int known = 0;  // lines whose ink was looked at; that of the last ones is kept, each in the place of the one LINES_OF_INK above
  for (int cy = 0; cy < height / POOL; cy++) {
    memset(sums, 0, PLANES * sizeof(float) * width);
    for (; known <= (cy + 1) * POOL && known < height; known++) ink_of(ratio + 3 * (size_t)known * width, width, work + (size_t)(known % LINES_OF_INK) * width);
    for (int y = cy * POOL; y < (cy + 1) * POOL; y++) {
      for (int c = 0; c < 3; c++)
        for (int x = 0; x < width; x++) sums[c * width + x] += (255 - ratio[3 * ((size_t)y * width + x) + c]) / 255.f;
      if (y > 0 && y < height - 1) {
        const float *above = work + (size_t)((y - 1) % LINES_OF_INK) * width, *row = work + (size_t)(y % LINES_OF_INK) * width;
        const float *below = work + (size_t)((y + 1) % LINES_OF_INK) * width;
        edges(above, row, below, width, edge_weight, sums + 3 * width, sums + 4 * width, sums + 5 * width, sums + 6 * width);
      }
    }
    short *row = cells + (size_t)cy * across * PLANES;
    for (int c = 0; c < PLANES; c++)
      for (int cx = 0; cx < across; cx++) {
        float sum = 0;
        for (int x = 0; x < POOL; x++) sum += sums[c * width + cx * POOL + x];
        int share = (int)(sum * scale + .5f);
        row[cx * PLANES + c] = share < MOST ? share : MOST;
      }
  }
}

// So many lines of a picture are closed at a time, which stay in a cache.
enum { BAND = 64 };

// extremes gives for each of n bytes the greatest of so many, a step apart, beginning with it: of two, of four and so on, and at last of
// some that overlap. Least takes the least instead. Both memories are written, and one of them is returned.
static inline __attribute__((always_inline)) unsigned char *extremes(unsigned char *from, unsigned char *to, size_t n, size_t step, int of, int least) {
  for (int have = 1; have < of;) {
    const int more = 2 * have <= of ? have : of - have;
    const unsigned char *restrict a = from, *restrict b = from + more * step;
    unsigned char *restrict out = to;
    n -= more * step;
    if (least)
      for (size_t i = 0; i < n; i++) out[i] = a[i] < b[i] ? a[i] : b[i];
    else
      for (size_t i = 0; i < n; i++) out[i] = a[i] > b[i] ? a[i] : b[i];
    have += more, to = from, from = out;
  }
  return from;
}

// close_work is how many bytes squares needs.
static size_t close_work(int width, int height, int square) {
  return 2 * 3 * (size_t)(width + square) * ((height < BAND ? height : BAND) + square);
}

// squares writes the extreme of the square around each pixel.
EVERY_CPU static void squares(const unsigned char *pix, int width, int height, int square, int least, unsigned char *work, unsigned char *out) {
  const int around = square / 2;
  const size_t line = 3 * (size_t)width, wide = line + 6 * around, size = close_work(width, height, square) / 2;
  for (int from = 0; from < height; from += BAND) {
    const int lines = height - from < BAND ? height - from : BAND, all = lines + 2 * around;
    memset(work, least ? 255 : 0, wide * all);
    for (int y = 0; y < all; y++) {
      const int at = from + y - around;
      if (at >= 0 && at < height) memcpy(work + y * wide + 3 * around, pix + at * line, line);
    }
    const size_t n = wide * all;
    unsigned char *rows = extremes(work, work + size, n, 3, square, least);
    unsigned char *both = extremes(rows, rows == work ? work + size : work, n - 3 * (square - 1), wide, square, least);
    for (int y = 0; y < lines; y++) memcpy(out + (from + y) * line, both + y * wide, line);
  }
}

int close_of(const unsigned char *pix, int width, int height, int square, unsigned char *out) {
  const size_t size = (size_t)height * width * 3;
  unsigned char *work = malloc(close_work(width, height, square) + size);
  if (!work) return 0;
  unsigned char *greatest = work + close_work(width, height, square);
  squares(pix, width, height, square, 0, work, greatest);
  squares(greatest, width, height, square, 1, work, out);
  free(work);
  return 1;
}
