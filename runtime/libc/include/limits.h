/* picolibc's <limits.h>. As with glibc's, configure scripts learn by it (gnu/stubs.h) which
 * functions always fail. */
#include_next <limits.h>

#ifndef ONCHIP_LIMITS_H
#define ONCHIP_LIMITS_H

#include <gnu/stubs.h>

#endif
