/* Calls on paths: the working directory, folders, links and lengths. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

int __oc_change_folder(const char *path) {
    return (int)posix_result(hal_change_folder(path));
}

WEAK int chdir(const char *path) {
    return __oc_change_folder(path);
}

/* Stores an absolute path without links into `to`, which has room for `bytes` bytes. If `to` is
 * null, the path goes into a new block of `bytes` bytes; if `bytes` is 0, too, the block is as long
 * as the path needs. */
static char *real(const char *path, char *to, size_t bytes) {
    char text[HAL_PATH_BYTES];
    int length = hal_real_path(path, text, sizeof text);
    if (length < 0) {
        errno = length == -ERANGE ? ENAMETOOLONG : -length;
        return NULL;
    }
    size_t needed = (size_t)length + 1;
    if ((to || bytes) && bytes < needed) {
        errno = bytes ? ERANGE : EINVAL;
        return NULL;
    }
    if (!to)
        to = (malloc)(bytes ? bytes : needed);
    if (!to)
        return NULL;
    memcpy(to, text, (size_t)length);
    to[length] = '\0';
    return to;
}

/* Without a path, getcwd() allocates one, as on Linux. */
WEAK char *getcwd(char *path, size_t bytes) {
    return real(".", path, bytes);
}

WEAK char *getwd(char *path) {
    return getcwd(path, PATH_MAX);
}

WEAK char *get_current_dir_name(void) {
    return real(".", NULL, 0);
}

static char *resolve(const char *path, char *to) {
    if (!path) {
        errno = EINVAL;
        return NULL;
    }
    return real(path, to, to ? HAL_PATH_BYTES : 0);
}

WEAK char *realpath(const char *restrict path, char *restrict to) {
    return resolve(path, to);
}

WEAK char *canonicalize_file_name(const char *path) {
    return resolve(path, NULL);
}

ssize_t __oc_readlink(const char *path, char *to, size_t bytes) {
    char text[HAL_PATH_BYTES];
    int length = hal_read_link(path, text, bytes < sizeof text ? bytes : sizeof text);
    if (length > 0)
        memcpy(to, text, (size_t)length);
    return posix_result(length);
}
WEAK ssize_t readlink(const char *restrict path, char *restrict to, size_t bytes) {
    return __oc_readlink(path, to, bytes);
}

WEAK int mkdir(const char *path, mode_t mode) {
    return (int)posix_result(hal_make_folder(path, mode));
}

WEAK int rmdir(const char *path) {
    return (int)posix_result(hal_remove_folder(path));
}

/* Removes a file, or an empty folder. */
int remove(const char *path) {
    int result = __oc_unlink(path);
    return result && errno == EISDIR ? (int)posix_result(hal_remove_folder(path)) : result;
}

WEAK int link(const char *path, const char *other) {
    return (int)posix_result(hal_link(path, other));
}

WEAK int symlink(const char *contents, const char *path) {
    return (int)posix_result(hal_symbolic_link(contents, path));
}

static int set_length(int file, off_t bytes) {
    if (bytes != (long)bytes || bytes < 0)
        return (int)posix_result(bytes < 0 ? -EINVAL : -EFBIG);
    return (int)posix_result(hal_truncate(file, (uint32_t)bytes));
}

WEAK int ftruncate(int file, off_t bytes) {
    return set_length(file, bytes);
}

WEAK int truncate(const char *path, off_t bytes) {
    int file = __oc_open(path, O_WRONLY);
    if (file < 0)
        return -1;
    int result = set_length(file, bytes), error = errno;
    __oc_close(file);
    errno = error;
    return result;
}
