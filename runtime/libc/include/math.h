/* picolibc's inline functions have names of C99, and do not compile where <math.h> is C90's. */
#include <sys/cdefs.h>
#if __ISO_C_VISIBLE < 1999
#define _MACHINE_MATH_H_
#endif
#include <oc/left.h>

#include_next <math.h>

#include <oc/taken.h>
