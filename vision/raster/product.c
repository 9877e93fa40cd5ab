#include "product.h"

#include <stddef.h>

#include "cpu.h"

// So many windows are multiplied with so many faces at a time: what is loaded is used several
// times. Compilers make pmaddwd and the like of the innermost lines.
enum { WINDOWS = 4, FACES = 4 };

EVERY_CPU void products_of(const short *windows, int rows, const short *faces, const int *which, int count, int dims, int *out) {
  for (int i = 0; i < rows; i += WINDOWS)
    for (int j = 0; j < count; j += FACES) {
      const short *v[WINDOWS], *w[FACES];
      for (int r = 0; r < WINDOWS; r++) v[r] = windows + (size_t)(i + r < rows ? i + r : rows - 1) * dims;
      for (int c = 0; c < FACES; c++) w[c] = faces + (size_t)which[j + c < count ? j + c : count - 1] * dims;
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

// The columns of some lines of cells at a time, so that all of them stay in the nearest cache. Compilers keep the sums of one
// column with all of them in registers; nested loops over both they do not.
enum { LINES = 4 };

EVERY_CPU void lean_of(const short *window, const short *face, const float *across, int wide, int high, int planes, float *sums) {
  float columns[LEAN + 1][LINES * MOST_WIDE];
  float products[LEAN][LEAN + 1] = {{0}}, square = 0;
  const int inner = wide - 2 * planes;
  for (int from = 1; from < high - 1; from += LINES) {
    const int until = from + LINES < high - 1 ? from + LINES : high - 1, n = (until - from) * inner;
    for (int y = from; y < until; y++) {
      const short *v = window + (size_t)y * wide + planes, *f = face + (size_t)y * wide + planes;
      const float down = y - (high - 1) / 2.f, *right = across + planes;
      const int k = (y - from) * inner;
      for (int i = 0; i < inner; i++) {
        // The mean of how the face and the window change: that of noise alone is small, that of an average too.
        const float x = .25f * (f[i + planes] - f[i - planes] + v[i + planes] - v[i - planes]);
        const float z = .25f * (f[i + wide] - f[i - wide] + v[i + wide] - v[i - wide]);
        columns[0][k + i] = f[i];
        columns[1][k + i] = x;
        columns[2][k + i] = z;
        columns[3][k + i] = right[i] * z - down * x;
        columns[4][k + i] = right[i] * x;
        columns[5][k + i] = down * z;
        columns[6][k + i] = v[i];
      }
    }
    for (int a = 0; a < LEAN; a++) {
      const float *c = columns[a];
      float s[LEAN + 1] = {0};
      for (int i = 0; i < n; i++)
        for (int b = 0; b <= LEAN; b++) s[b] += c[i] * columns[b][i];
      for (int b = 0; b <= LEAN; b++) products[a][b] += s[b];
    }
    for (int i = 0; i < n; i++) square += columns[LEAN][i] * columns[LEAN][i];
  }
  int k = 0;
  for (int a = 0; a < LEAN; a++)
    for (int b = a; b < LEAN; b++) sums[k++] = products[a][b];
  for (int a = 0; a < LEAN; a++) sums[k++] = products[a][LEAN];
  sums[k] = square;
}
