/* picolibc's inline functions use C99 names and do not compile where <math.h> is that of C90. */
#include <sys/cdefs.h>
#if __ISO_C_VISIBLE < 1999
#define _MACHINE_MATH_H_
#endif
#include <oc/left.h>

#include_next <math.h>

#include <oc/taken.h>
