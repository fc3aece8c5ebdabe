/* Functions whose parameters are offsets of 64 bits. A file is accessed by offsets of 32 bits, so a
 * longer offset is an error. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

typedef long long off64_t;

/* Whether a file can be accessed at `offset`, which must fit into 32 bits. If not, sets errno to
 * `error`. */
static bool is_reached(off64_t offset, int error) {
    if (offset == (off_t)offset)
        return true;
    errno = error;
    return false;
}

WEAK off64_t lseek64(int file, off64_t offset, int whence) {
    return is_reached(offset, EOVERFLOW) ? __oc_lseek(file, (off_t)offset, whence) : -1;
}

WEAK int ftruncate64(int file, off64_t bytes) {
    return is_reached(bytes, EFBIG) ? ftruncate(file, (off_t)bytes) : -1;
}

WEAK int truncate64(const char *path, off64_t bytes) {
    return is_reached(bytes, EFBIG) ? truncate(path, (off_t)bytes) : -1;
}

WEAK ssize_t pread64(int file, void *buffer, size_t bytes, off64_t offset) {
    return is_reached(offset, EOVERFLOW) ? pread(file, buffer, bytes, (off_t)offset) : -1;
}

WEAK ssize_t pwrite64(int file, const void *buffer, size_t bytes, off64_t offset) {
    return is_reached(offset, EFBIG) ? pwrite(file, buffer, bytes, (off_t)offset) : -1;
}
