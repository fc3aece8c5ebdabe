/* posix_fallocate() and fallocate(). The host has enough room for files, so these functions only
 * make a file longer. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* Returns 0 or an errno. */
static int lengthen(int file, off_t offset, off_t bytes) {
    struct stat status;
    off_t end;
    if (offset < 0 || bytes <= 0)
        return EINVAL;
    if (__builtin_add_overflow(offset, bytes, &end))
        return EFBIG;
    int flags = fcntl(file, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        return EBADF;
    if (__oc_fstat(file, &status))
        return errno;
    if (!S_ISREG(status.st_mode))
        return ENODEV;
    return status.st_size < end && ftruncate(file, end) ? errno : 0;
}

WEAK int posix_fallocate(int file, off_t offset, off_t bytes) {
    int before = errno, error = lengthen(file, offset, bytes);
    errno = before;
    return error;
}

/* `mode` must be 0, because the chip's files have none of Linux's modes. */
WEAK int fallocate(int file, int mode, off_t offset, off_t bytes) {
    int error = mode ? EOPNOTSUPP : lengthen(file, offset, bytes);
    if (!error)
        return 0;
    errno = error;
    return -1;
}
