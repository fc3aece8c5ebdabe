/* Positions of 64 bits in streams, as in libc/posix/large.c. */
#include <errno.h>
#include <stdio.h>

#include "libc/names/weak.h"

WEAK int fseeko64(FILE *file, long long offset, int whence) {
    if (offset == (off_t)offset)
        return fseeko(file, (off_t)offset, whence);
    errno = EOVERFLOW;
    return -1;
}

WEAK long long ftello64(FILE *file) {
    return ftello(file);
}
