#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/posix/result.h"

int open(const char *path, int flags, ...) {
    int mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, int);
        va_end(arguments);
    }
    return (int)posix_result(hal_open(path, flags, mode));
}

int creat(const char *path, mode_t mode) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int file) {
    return (int)posix_result(hal_close(file));
}

ssize_t read(int file, void *buffer, size_t bytes) {
    return posix_result(hal_read(file, buffer, bytes));
}

ssize_t write(int file, const void *buffer, size_t bytes) {
    return posix_result(hal_write(file, buffer, bytes));
}

off_t lseek(int file, off_t offset, int whence) {
    if (offset != (long)offset) {
        errno = EOVERFLOW;
        return -1;
    }
    return posix_result(hal_seek(file, (long)offset, whence));
}

int unlink(const char *path) {
    return (int)posix_result(hal_unlink(path));
}

int rename(const char *from, const char *to) {
    return (int)posix_result(hal_rename(from, to));
}

int access(const char *path, int mode) {
    int file = open(path, mode & W_OK ? O_RDWR : O_RDONLY);
    return file < 0 ? -1 : close(file);
}

/* Nothing here is a terminal. */
int isatty(int file) {
    (void)file;
    errno = ENOTTY;
    return 0;
}
