/* An older name for <limits.h> and <float.h>. */
#ifndef ONCHIP_VALUES_H
#define ONCHIP_VALUES_H

#include <float.h>
#include <limits.h>

#define MAXSHORT SHRT_MAX
#define MINSHORT SHRT_MIN
#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXLONG LONG_MAX
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT FLT_MAX
#define MINFLOAT FLT_MIN

#endif
