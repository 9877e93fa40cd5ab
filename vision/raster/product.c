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
