/* The HAL answers with minus an errno; POSIX with -1 and errno. */
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
