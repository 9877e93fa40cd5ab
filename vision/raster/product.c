#include "product.h"

#include <stddef.h>

#include "cpu.h"

// So many windows are multiplied with so many faces at a time: what is loaded is used several
// times. Compilers make pmaddwd and the like of the innermost lines.
enum { WINDOWS = 4, FACES = 2 };

EVERY_CPU void products_of(const short *windows, int rows, const short *faces, int count, int dims, int *out) {
  for (int i = 0; i < rows; i += WINDOWS)
    for (int j = 0; j < count; j += FACES) {
      const short *v[WINDOWS], *w[FACES];
      for (int r = 0; r < WINDOWS; r++) v[r] = windows + (size_t)(i + r < rows ? i + r : rows - 1) * dims;
      for (int c = 0; c < FACES; c++) w[c] = faces + (size_t)(j + c < count ? j + c : count - 1) * dims;
      int sum[WINDOWS][FACES] = {0};
      for (int k = 0; k < dims; k++)
        for (int r = 0; r < WINDOWS; r++)
          for (int c = 0; c < FACES; c++) sum[r][c] += v[r][k] * w[c][k];
      for (int r = 0; r < WINDOWS && i + r < rows; r++)
        for (int c = 0; c < FACES && j + c < count; c++) out[(size_t)(i + r) * count + j + c] = sum[r][c];
    }
}

EVERY_CPU void squares_of(const short *windows, int rows, int dims, int *out) {
  for (int i = 0; i < rows; i++) {
    const short *v = windows + (size_t)i * dims;
    int sum = 0;
    for (int k = 0; k < dims; k++) sum += v[k] * v[k];
    out[i] = sum;
  }
}

EVERY_CPU void lean_of(const short *window, const short *face, const float *across, int wide, int high, int planes, float *sums) {
  float all[LEAN_SUMS] = {0};
  for (int y = 1; y < high - 1; y++) {
    const short *v = window + (size_t)y * wide, *f = face + (size_t)y * wide;
    const float down = y - (high - 1) / 2.f;
    float line[LEAN_SUMS] = {0};
    for (int i = planes; i < wide - planes; i++) {
      // The mean of how the face and the window change: that of noise alone is small, that of an average too.
      const float x = .25f * (f[i + planes] - f[i - planes] + v[i + planes] - v[i - planes]);
      const float z = .25f * (f[i + wide] - f[i - wide] + v[i + wide] - v[i - wide]);
      const float column[LEAN] = {f[i], x, z, across[i] * z - down * x, across[i] * x, down * z};
      int k = 0;
      for (int a = 0; a < LEAN; a++)
        for (int b = a; b < LEAN; b++) line[k++] += column[a] * column[b];
      for (int a = 0; a < LEAN; a++) line[k++] += column[a] * v[i];
      line[k] += (float)v[i] * v[i];
    }
    for (int k = 0; k < LEAN_SUMS; k++) all[k] += line[k];
  }
  for (int k = 0; k < LEAN_SUMS; k++) sums[k] = all[k];
}
