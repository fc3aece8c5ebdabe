#include "libc/fpu/unit.h"

/* Cores with their own unit for doubles call nothing. */
#if !defined(__riscv_flen) || __riscv_flen < 64

static inline uint64_t bits(double number) {
    uint64_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline double number(uint64_t bits) {
    double number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

#define TWO(name, operation)                                                                       \
    double name(double a, double b);                                                               \
    double name(double a, double b) {                                                              \
        return number(fpu_double(operation, 2, bits(a), bits(b), 0));                              \
    }

TWO(__wrap___adddf3, FPU_ADD)
TWO(__wrap___subdf3, FPU_SUBTRACT)
TWO(__wrap___muldf3, FPU_MULTIPLY)
TWO(__wrap___divdf3, FPU_DIVIDE)

double __wrap_fma(double a, double b, double c);
double __wrap_fma(double a, double b, double c) {
    return number(fpu_double(FPU_FUSED, 3, bits(a), bits(b), bits(c)));
}

/* The root of a negative number also sets errno. */
double __real_sqrt(double x);
double __wrap_sqrt(double x);
double __wrap_sqrt(double x) {
    uint64_t its = bits(x), sign = (uint64_t)1 << (8 * sizeof its - 1);
    if (its > sign)
        return __real_sqrt(x);
    return number(fpu_double(FPU_ROOT, 1, its, 0, 0));
}

#endif
