/* An older name for <limits.h> and <float.h>. */
#ifndef _VALUES_H
#define _VALUES_H

#include <float.h>
#include <limits.h>

#define BITSPERBYTE CHAR_BIT
#define CHARBITS (sizeof(char) * CHAR_BIT)
#define SHORTBITS (sizeof(short) * CHAR_BIT)
#define INTBITS (sizeof(int) * CHAR_BIT)
#define LONGBITS (sizeof(long) * CHAR_BIT)
#define PTRBITS (sizeof(char *) * CHAR_BIT)
#define FLOATBITS (sizeof(float) * CHAR_BIT)
#define DOUBLEBITS (sizeof(double) * CHAR_BIT)
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
