/* Functions that take or change a folder. There is only one, that of --root. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/absent.h"
#include "libc/posix/calls.h"

/* Whether a path starts at the folder of --root. */
static bool starts_there(int folder, const char *path) {
    if (folder == AT_FDCWD || *path == '/')
        return true;
    errno = ENOTDIR;
    return false;
}

WEAK int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return starts_there(folder, path) ? __oc_open(path, flags, mode) : -1;
}

WEAK int fstatat(int folder, const char *restrict path, struct stat *restrict status, int flags) {
    (void)flags;
    return starts_there(folder, path) ? __oc_stat(path, status) : -1;
}

WEAK int unlinkat(int folder, const char *path, int flags) {
    (void)flags;
    return starts_there(folder, path) ? __oc_unlink(path) : -1;
}

/* Succeeds for paths that lead to the current folder. */
WEAK int chdir(const char *path) {
    static bool said;
    const char *at = path;
    while (*at == '.' && (at[1] == '/' || !at[1]))
        at += strspn(at + 1, "/") + 1;
    if (*path && !*at)
        return 0;
    struct stat status;
    if (__oc_stat(path, &status))
        return -1;
    if (!S_ISDIR(status.st_mode))
        errno = ENOTDIR;
    else
        __oc_absent(&said, "chdir", "which stays in the folder of --root");
    return -1;
}

/* The host reads ahead as it likes, so the advice is ignored. */
WEAK int posix_fadvise(int file, off_t offset, off_t bytes, int advice) {
    (void)file, (void)offset, (void)bytes, (void)advice;
    return 0;
}
