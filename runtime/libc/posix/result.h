/* The HAL returns minus an errno; POSIX returns -1 and sets errno. */
#ifndef LIBC_POSIX_RESULT_H
#define LIBC_POSIX_RESULT_H

#include <errno.h>

static inline long posix_result(long result) {
    if (result >= 0)
        return result;
    errno = (int)-result;
    return -1;
}

#endif
