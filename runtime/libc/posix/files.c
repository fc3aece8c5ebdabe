#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

int __oc_open(const char *path, int flags, ...) {
    int mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, int);
        va_end(arguments);
    }
    return (int)posix_result(hal_open(path, flags, mode));
}
ALSO_NAMED(open);

int __oc_creat(const char *path, mode_t mode) {
    return __oc_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
ALSO_NAMED(creat);

int __oc_close(int file) {
    int result = hal_close(file);
    oc_wake(); /* the file may have been the last one of an end of a pipe */
    return (int)posix_result(result);
}
ALSO_NAMED(close);

ssize_t __oc_read(int file, void *buffer, size_t bytes) {
    return posix_result(__oc_read_file(file, buffer, bytes));
}
ALSO_NAMED(read);

ssize_t __oc_write(int file, const void *buffer, size_t bytes) {
    return posix_result(__oc_write_file(file, buffer, bytes));
}
ALSO_NAMED(write);

off_t __oc_lseek(int file, off_t offset, int whence) {
    if (offset != (long)offset) {
        errno = EOVERFLOW;
        return -1;
    }
    return posix_result(hal_seek(file, (long)offset, whence));
}
ALSO_NAMED(lseek);

int __oc_unlink(const char *path) {
    return (int)posix_result(hal_unlink(path));
}
ALSO_NAMED(unlink);

int rename(const char *from, const char *to) {
    return (int)posix_result(hal_rename(from, to));
}

int __oc_access(const char *path, int mode) {
    struct stat status;
    if (mode & ~(R_OK | W_OK | X_OK)) {
        errno = EINVAL;
        return -1;
    }
    int file = __oc_open(path, mode & W_OK ? O_RDWR : O_RDONLY);
    if (file < 0 && errno != EISDIR)
        return -1;
    if (file >= 0)
        __oc_close(file);
    if (mode & X_OK && !__oc_stat(path, &status) && !(status.st_mode & 0111)) {
        errno = EACCES;
        return -1;
    }
    return 0;
}
ALSO_NAMED(access);

/* No file is a terminal. */
int __oc_isatty(int file) {
    struct stat status;
    if (!__oc_fstat(file, &status))
        errno = ENOTTY;
    return 0;
}
ALSO_NAMED(isatty);

WEAK int ioctl(int file, unsigned long request, ...) {
    (void)request;
    __oc_isatty(file);
    return -1;
}

/* A write reaches the host at once, so there is nothing to flush. */
static int flush(int file) {
    struct stat status;
    if (__oc_fstat(file, &status))
        return -1;
    if (!S_ISFIFO(status.st_mode))
        return 0;
    errno = EINVAL;
    return -1;
}

WEAK int fdatasync(int file) {
    return flush(file);
}

WEAK int fsync(int file) {
    return flush(file);
}

WEAK void sync(void) {}
