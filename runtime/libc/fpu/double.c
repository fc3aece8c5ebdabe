/* Cores with their own floating-point unit for doubles do not need these functions. */
#if !defined(__riscv_flen) || __riscv_flen < 64
#define REAL double
#define WORD uint64_t
#define UNIT fpu_double
#define OPERATOR(name) __wrap___##name##df3
#define FUNCTION(name) name
#include "libc/fpu/arithmetic.inc"
#endif
