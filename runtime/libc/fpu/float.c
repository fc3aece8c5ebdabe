#include "libc/fpu/unit.h"

/* Cores with their own unit for floats call nothing. */
#if !defined(__riscv_flen)

static inline uint32_t bits(float number) {
    uint32_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline float number(uint32_t bits) {
    float number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

#define TWO(name, operation)                                                                       \
    float name(float a, float b);                                                                  \
    float name(float a, float b) {                                                                 \
        return number(fpu_single(operation, 2, bits(a), bits(b), 0));                              \
    }

TWO(__wrap___addsf3, FPU_ADD)
TWO(__wrap___subsf3, FPU_SUBTRACT)
TWO(__wrap___mulsf3, FPU_MULTIPLY)
TWO(__wrap___divsf3, FPU_DIVIDE)

float __wrap_fmaf(float a, float b, float c);
float __wrap_fmaf(float a, float b, float c) {
    return number(fpu_single(FPU_FUSED, 3, bits(a), bits(b), bits(c)));
}

/* The root of a negative number also sets errno. */
float __real_sqrtf(float x);
float __wrap_sqrtf(float x);
float __wrap_sqrtf(float x) {
    uint32_t its = bits(x), sign = (uint32_t)1 << (8 * sizeof its - 1);
    if (its > sign)
        return __real_sqrtf(x);
    return number(fpu_single(FPU_ROOT, 1, its, 0, 0));
}

#endif
