#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "hal/hal.h"

static long answer(long result) {
    return result < 0 ? -errno : result;
}

int hal_open(const char *path, int flags, int mode) {
    return (int)answer(open(path, flags, mode));
}

int hal_close(int file) {
    return (int)answer(close(file));
}

int hal_copy_number(int file, int number, bool exact) {
    return (int)answer(exact ? dup2(file, number) : fcntl(file, F_DUPFD, number));
}

long hal_read(int file, void *buffer, size_t bytes) {
    return answer(read(file, buffer, bytes));
}

long hal_write(int file, const void *buffer, size_t bytes) {
    return answer(write(file, buffer, bytes));
}

long hal_seek(int file, long offset, int whence) {
    return answer(lseek(file, offset, whence));
}

int hal_unlink(const char *path) {
    return (int)answer(unlink(path));
}

int hal_rename(const char *from, const char *to) {
    return (int)answer(rename(from, to));
}
