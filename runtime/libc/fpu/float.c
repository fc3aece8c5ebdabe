/* Cores with their own floating-point unit for floats do not need these functions. */
#if !defined(__riscv_flen)
#define REAL float
#define WORD uint32_t
#define UNIT fpu_single
#define OPERATOR(name) __wrap___##name##sf3
#define FUNCTION(name) name##f
#include "libc/fpu/arithmetic.inc"
#endif
