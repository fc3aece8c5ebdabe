/* Calls that take a path. A path is often a constant, which the host cannot read, so each is
 * copied to the stack. */
#include <errno.h>
#include <string.h>

#include "hal/chip/host.h"
#include "hal/hal.h"

#define PATH_BYTES 512 /* the longest path, with its null byte */

static bool copy_path(char *copy, const char *path) {
    size_t length = strnlen(path, PATH_BYTES);
    if (length == PATH_BYTES)
        return false;
    memcpy(copy, path, length + 1);
    return true;
}

int hal_open(const char *path, int flags, int mode) {
    char copy[PATH_BYTES];
    if (!copy_path(copy, path))
        return -ENAMETOOLONG;
    return host_call3(HOST_OPEN, (uint32_t)copy, (uint32_t)flags, (uint32_t)mode);
}

int hal_unlink(const char *path) {
    char copy[PATH_BYTES];
    if (!copy_path(copy, path))
        return -ENAMETOOLONG;
    return host_call1(HOST_UNLINK, (uint32_t)copy);
}

int hal_rename(const char *from, const char *to) {
    char copy_from[PATH_BYTES], copy_to[PATH_BYTES];
    if (!copy_path(copy_from, from) || !copy_path(copy_to, to))
        return -ENAMETOOLONG;
    return host_call3(HOST_RENAME, (uint32_t)copy_from, (uint32_t)copy_to, 0);
}
