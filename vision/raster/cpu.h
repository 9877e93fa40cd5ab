// EVERY_CPU compiles a function for processors with and without AVX2 and AVX-512.
#if !defined(__x86_64__) || !defined(__GNUC__) || defined(__clang__)
#define EVERY_CPU
#elif __GNUC__ < 12
#define EVERY_CPU __attribute__((target_clones("avx2", "default")))
#else
#define EVERY_CPU __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#endif
