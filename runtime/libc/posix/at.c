/* Functions such as openat(), which take the folder where relative paths start. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

/* Returns the path of a file that is given relative to an open folder. The path names the folder by
 * its number in /proc/self/fd. If there is no such path, returns null and sets errno. `text` has
 * HAL_PATH_BYTES bytes. */
static const char *from(int folder, const char *path, char *text) {
    if (folder == AT_FDCWD || *path == '/')
        return path;
    struct stat status;
    if (__oc_fstat(folder, &status))
        return NULL;
    if (!S_ISDIR(status.st_mode) || !*path) {
        errno = *path ? ENOTDIR : ENOENT;
        return NULL;
    }
    static const char begin[] = "/proc/self/fd/";
    char *at = text + sizeof begin - 1;
    memcpy(text, begin, sizeof begin - 1);
    if (folder >= 10)
        *at++ = (char)('0' + folder / 10);
    *at++ = (char)('0' + folder % 10);
    *at++ = '/';
    size_t bytes = strlen(path) + 1;
    if (bytes > (size_t)(text + HAL_PATH_BYTES - at)) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(at, path, bytes);
    return text;
}

/* The rest of a function: sets `path` to the path as seen from `folder`, and returns the value of
 * `call`. If there is no such path, returns -1. */
#define AT(folder, path, call)                                                                     \
    char text[HAL_PATH_BYTES];                                                                     \
    path = from(folder, path, text);                                                               \
    return path ? (call) : -1

/* Whether `flags` contains only bits of `known`; otherwise sets errno. */
static bool has_only(int flags, int known) {
    if (!(flags & ~known))
        return true;
    errno = EINVAL;
    return false;
}

/* Whether the path names a symbolic link and the flags ask for the link itself. */
static bool is_link(const char *path, int flags) {
    struct stat status;
    return flags & AT_SYMLINK_NOFOLLOW && !__oc_lstat(path, &status) && S_ISLNK(status.st_mode);
}

static int unsupported(void) {
    errno = EOPNOTSUPP;
    return -1;
}

WEAK int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    AT(folder, path, __oc_open(path, flags, mode));
}

WEAK int fstatat(int folder, const char *restrict path, struct stat *restrict status, int flags) {
    if (!has_only(flags, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
        return -1;
    if (flags & AT_EMPTY_PATH && !*path && folder != AT_FDCWD)
        return __oc_fstat(folder, status);
    AT(folder, path,
       flags & AT_SYMLINK_NOFOLLOW ? __oc_lstat(path, status) : __oc_stat(path, status));
}

WEAK int unlinkat(int folder, const char *path, int flags) {
    if (!has_only(flags, AT_REMOVEDIR))
        return -1;
    AT(folder, path,
       flags & AT_REMOVEDIR ? (int)posix_result(hal_remove_folder(path)) : __oc_unlink(path));
}

WEAK int faccessat(int folder, const char *path, int mode, int flags) {
    if (!has_only(flags, AT_EACCESS | AT_SYMLINK_NOFOLLOW))
        return -1;
    AT(folder, path, is_link(path, flags) ? 0 : __oc_access(path, mode));
}

WEAK int mkdirat(int folder, const char *path, mode_t mode) {
    AT(folder, path, (int)posix_result(hal_make_folder(path, mode)));
}

WEAK ssize_t readlinkat(int folder, const char *restrict path, char *restrict to, size_t bytes) {
    AT(folder, path, __oc_readlink(path, to, bytes));
}

WEAK int symlinkat(const char *contents, int folder, const char *path) {
    AT(folder, path, (int)posix_result(hal_symbolic_link(contents, path)));
}

WEAK int fchmodat(int folder, const char *path, mode_t mode, int flags) {
    if (!has_only(flags, AT_SYMLINK_NOFOLLOW))
        return -1;
    AT(folder, path, is_link(path, flags) ? unsupported() : __oc_chmod(path, mode));
}

WEAK int fchownat(int folder, const char *path, uid_t owner, gid_t group, int flags) {
    struct stat status;
    (void)owner, (void)group;
    if (!has_only(flags, AT_SYMLINK_NOFOLLOW))
        return -1;
    AT(folder, path,
       flags & AT_SYMLINK_NOFOLLOW ? __oc_lstat(path, &status) : __oc_stat(path, &status));
}

WEAK int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    if (!has_only(flags, AT_SYMLINK_NOFOLLOW))
        return -1;
    AT(folder, path, __oc_set_times(path, times, flags & AT_SYMLINK_NOFOLLOW));
}

WEAK int futimesat(int folder, const char *path, const struct timeval times[2]) {
    struct timespec two[2];
    AT(folder, path, __oc_set_times(path, __oc_precise_times(two, times), false));
}

WEAK int renameat(int folder, const char *path, int to_folder, const char *to) {
    char second[HAL_PATH_BYTES];
    to = from(to_folder, to, second);
    if (!to)
        return -1;
    AT(folder, path, rename(path, to));
}

/* Creates a link to the file that `path` leads to after symbolic links. */
static int link_to_target(const char *path, const char *to) {
    char target[HAL_PATH_BYTES];
    int bytes = hal_real_path(path, target, sizeof target - 1);
    if (bytes < 0)
        return bytes;
    target[bytes] = '\0';
    return hal_link(target, to);
}

WEAK int linkat(int folder, const char *path, int to_folder, const char *to, int flags) {
    char second[HAL_PATH_BYTES];
    to = from(to_folder, to, second);
    if (!to || !has_only(flags, AT_SYMLINK_FOLLOW))
        return -1;
    AT(folder, path,
       (int)posix_result(flags & AT_SYMLINK_FOLLOW ? link_to_target(path, to)
                                                   : hal_link(path, to)));
}

WEAK int fchdir(int folder) {
    const char *path = ".";
    AT(folder, path, __oc_change_folder(path));
}

/* The host reads ahead as it likes, so the advice is ignored. */
WEAK int posix_fadvise(int file, off_t offset, off_t bytes, int advice) {
    (void)file, (void)offset, (void)bytes, (void)advice;
    return 0;
}
