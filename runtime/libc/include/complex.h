/* picolibc's <complex.h> with the macros of C11, 7.3.9.3, that it lacks. */
#ifndef ONCHIP_COMPLEX_H
#define ONCHIP_COMPLEX_H

#include_next <complex.h>

#if __ISO_C_VISIBLE >= 2011 && !defined CMPLX
#define CMPLX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#define CMPLXF(real, imaginary) __builtin_complex((float)(real), (float)(imaginary))
#define CMPLXL(real, imaginary) __builtin_complex((long double)(real), (long double)(imaginary))
#endif

#endif
