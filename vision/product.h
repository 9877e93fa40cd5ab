#include <stddef.h>

// The vectors of a bank lie in panels of LANES: element k of all of them side by
// side, then element k + 1.
enum { LANES = 16 };

// products_narrow writes the inner products of each of rows vectors with every vector
// of the panels: rows × (panels · LANES). products_broad does the same with AVX2 and
// FMA, where has_broad says that the processor has them.
void products_narrow(const float *vectors, int rows, int dims, const float *packed, int panels, float *out);
void products_broad(const float *vectors, int rows, int dims, const float *packed, int panels, float *out);
int has_broad(void);

// squares writes the inner product of each of rows vectors with itself.
void squares(const float *vectors, int rows, int dims, float *out);
