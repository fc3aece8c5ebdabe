/* Functions of complex numbers. Those of picolibc overflow where the result is a number, or where
 * C11's annex G demands an infinity: its ctanhf(50) is no number. */
#include <complex.h>
#include <math.h>

#define REAL double
#define SPLIT 0x1.0000002p+27
#define F(name) name
#define MAKE(x, y) CMPLX(x, y)
#define LARGE 700
#define EXP_LARGE 0x1.d945df4f8ec8ep+1009
#define TANH_LARGE 22
#define HUGE_SIZE 0x1p1020
#define SMALL_SCALE 0x1p-30
#include "libc/math/complex.inc"

#define REAL float
#define SPLIT 0x1.001p+12f
#define F(name) name##f
#define MAKE(x, y) CMPLXF(x, y)
#define LARGE 80
#define EXP_LARGE 0x1.55779cp+115f
#define TANH_LARGE 11
#define HUGE_SIZE 0x1p124f
#define SMALL_SCALE 0x1p-14f
#include "libc/math/complex.inc"

#define REAL long double
#define SPLIT 0x1.000000000000008p+57L
#define F(name) name##l
#define MAKE(x, y) CMPLXL(x, y)
#define LARGE 11300
#define EXP_LARGE 0x1.5eab032e9c49b5e79d5cd62c1b03p+16302L
#define TANH_LARGE 44
#define HUGE_SIZE 0x1p16380L
#define SMALL_SCALE 0x1p-60L
#include "libc/math/complex.inc"
