#include "planes.h"

#include <math.h>
#include <stddef.h>
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

EVERY_CPU void features_of(const unsigned char *ratio, int width, int height, float edge_weight, float *work, short *cells) {
  float *dark = work, *sums = work + (size_t)width * height;
  for (int i = 0; i < width * height; i++) dark[i] = 765 - ratio[3 * i] - ratio[3 * i + 1] - ratio[3 * i + 2];
  const int across = width / POOL;
  const float scale = (float)FULL / (POOL * POOL);
  for (int cy = 0; cy < height / POOL; cy++) {
    memset(sums, 0, PLANES * sizeof(float) * width);
    for (int y = cy * POOL; y < (cy + 1) * POOL; y++) {
      for (int c = 0; c < 3; c++)
        for (int x = 0; x < width; x++) sums[c * width + x] += (255 - ratio[3 * ((size_t)y * width + x) + c]) / 255.f;
      if (y > 0 && y < height - 1) {
        const float *row = dark + (size_t)y * width;
        edges(row - width, row, row + width, width, edge_weight, sums + 3 * width, sums + 4 * width, sums + 5 * width, sums + 6 * width);
      }
    }
    for (int cx = 0; cx < across; cx++)
      for (int c = 0; c < PLANES; c++) {
        float sum = 0;
        for (int x = cx * POOL; x < (cx + 1) * POOL; x++) sum += sums[c * width + x];
        int share = (int)(sum * scale + .5f);
        cells[((size_t)cy * across + cx) * PLANES + c] = share < MOST ? share : MOST;
      }
  }
}
