/* Cores with their own unit for doubles call nothing. */
#if !defined(__riscv_flen) || __riscv_flen < 64
#define REAL double
#define WORD uint64_t
#define UNIT fpu_double
#define OPERATOR(name) __wrap___##name##df3
#define FUNCTION(name) name
#include "libc/fpu/arithmetic.inc"
#endif
