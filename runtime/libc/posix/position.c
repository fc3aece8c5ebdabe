/* Reads and writes at an offset in a file. The host has only one position per open file, so these
 * functions move it and restore it. */
#include <stdio.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

off_t __oc_move(int file, off_t offset) {
    off_t here = __oc_lseek(file, 0, SEEK_CUR);
    return here < 0 || __oc_lseek(file, offset, SEEK_SET) < 0 ? -1 : here;
}

WEAK ssize_t pread(int file, void *buffer, size_t bytes, off_t offset) {
    off_t here = __oc_move(file, offset);
    if (here < 0)
        return -1;
    ssize_t result = __oc_read(file, buffer, bytes);
    __oc_lseek(file, here, SEEK_SET);
    return result;
}

WEAK ssize_t pwrite(int file, const void *buffer, size_t bytes, off_t offset) {
    off_t here = __oc_move(file, offset);
    if (here < 0)
        return -1;
    ssize_t result = __oc_write(file, buffer, bytes);
    __oc_lseek(file, here, SEEK_SET);
    return result;
}
