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
double fmaximum(double x, double y);
float fmaximumf(float x, float y);
long double fmaximuml(long double x, long double y);
double fmaximum_mag(double x, double y);
float fmaximum_magf(float x, float y);
long double fmaximum_magl(long double x, long double y);
double fmaximum_mag_num(double x, double y);
float fmaximum_mag_numf(float x, float y);
long double fmaximum_mag_numl(long double x, long double y);
double fmaximum_num(double x, double y);
float fmaximum_numf(float x, float y);
long double fmaximum_numl(long double x, long double y);
double fminimum(double x, double y);
float fminimumf(float x, float y);
long double fminimuml(long double x, long double y);
double fminimum_mag(double x, double y);
float fminimum_magf(float x, float y);
long double fminimum_magl(long double x, long double y);
double fminimum_mag_num(double x, double y);
float fminimum_mag_numf(float x, float y);
long double fminimum_mag_numl(long double x, long double y);
double fminimum_num(double x, double y);
float fminimum_numf(float x, float y);
long double fminimum_numl(long double x, long double y);
double fmaxmag(double x, double y);
float fmaxmagf(float x, float y);
long double fmaxmagl(long double x, long double y);
double fminmag(double x, double y);
float fminmagf(float x, float y);
long double fminmagl(long double x, long double y);
int totalorder(const double *x, const double *y);
int totalorderf(const float *x, const float *y);
int totalorderl(const long double *x, const long double *y);
int totalordermag(const double *x, const double *y);
int totalordermagf(const float *x, const float *y);
int totalordermagl(const long double *x, const long double *y);
int canonicalize(double *to, const double *from);
int canonicalizef(float *to, const float *from);
int canonicalizel(long double *to, const long double *from);
#ifdef __cplusplus
}
#endif
#endif
#endif
