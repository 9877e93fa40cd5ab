#include "product.h"

typedef float four __attribute__((vector_size(16), aligned(4)));
typedef float eight __attribute__((vector_size(32), aligned(4)));

// PRODUCTS is the body of both kernels for registers of a size: four vectors at a time
// against one panel, so that every element that is loaded is used four times.
#define PRODUCTS(lanes) \
  enum { parts = LANES * sizeof(float) / sizeof(lanes) }; \
  for (int p = 0; p < panels; p++) { \
    const float *panel = packed + (size_t)p * dims * LANES; \
    for (int i = 0; i < rows; i += 4) { \
      lanes sum[4][parts] = {0}; \
      const float *v[4]; \
      for (int r = 0; r < 4; r++) v[r] = vectors + (size_t)(i + r < rows ? i + r : rows - 1) * dims; \
      for (int k = 0; k < dims; k++) \
        for (int c = 0; c < parts; c++) { \
          lanes b = ((const lanes *)(panel + (size_t)k * LANES))[c]; \
          for (int r = 0; r < 4; r++) sum[r][c] += b * v[r][k]; \
        } \
      for (int r = 0; r < 4 && i + r < rows; r++) \
        for (int c = 0; c < parts; c++) ((lanes *)(out + ((size_t)(i + r) * panels + p) * LANES))[c] = sum[r][c]; \
    } \
  }

void products_narrow(const float *vectors, int rows, int dims, const float *packed, int panels, float *out) { PRODUCTS(four) }

#if defined(__x86_64__)
int has_broad(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

__attribute__((target("avx2,fma")))
void products_broad(const float *vectors, int rows, int dims, const float *packed, int panels, float *out) { PRODUCTS(eight) }
#else
int has_broad(void) { return 0; }

void products_broad(const float *vectors, int rows, int dims, const float *packed, int panels, float *out) { PRODUCTS(four) }
#endif

void squares(const float *vectors, int rows, int dims, float *out) {
  for (int i = 0; i < rows; i++) {
    float sum = 0;
    for (int k = 0; k < dims; k++) sum += vectors[(size_t)i * dims + k] * vectors[(size_t)i * dims + k];
    out[i] = sum;
  }
}
