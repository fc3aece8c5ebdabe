/* picolibc's <limits.h>, by which configure learns, as with glibc's, which functions only fail. */
#include_next <limits.h>

#ifndef ONCHIP_LIMITS_H
#define ONCHIP_LIMITS_H

#include <gnu/stubs.h>

#endif
