/* picolibc's inline functions use names of C99. They do not compile if <math.h> declares only the
 * names of C90, so they are left out then. */
#include <sys/cdefs.h>
#if __ISO_C_VISIBLE < 1999
#define _MACHINE_MATH_H_
#endif
#include <oc/left.h>

#include_next <math.h>

#include <oc/taken.h>

/* picolibc's macro divides a rounded logarithm, so log2(0x1p-1017) would not be -1017. */
#undef log2

#ifndef _MATH_H
#define _MATH_H
#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
double roundeven(double value);
float roundevenf(float value);
long double roundevenl(long double value);
double nextup(double value);
float nextupf(float value);
long double nextupl(long double value);
double nextdown(double value);
float nextdownf(float value);
long double nextdownl(long double value);
long llogb(double value);
long llogbf(float value);
long llogbl(long double value);
#ifdef __cplusplus
}
#endif
#endif
#endif
