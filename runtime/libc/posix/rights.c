/* Files have no rights, owners or times of their own, as on a DOS file system. Setting these
 * succeeds if the file exists, and has no effect. */
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

static int is_there(const char *path) {
    struct stat status;
    return __oc_stat(path, &status);
}

static int is_open(int file) {
    struct stat status;
    return __oc_fstat(file, &status);
}

WEAK int chmod(const char *path, mode_t mode) {
    (void)mode;
    return is_there(path);
}

WEAK int fchmod(int file, mode_t mode) {
    (void)mode;
    return is_open(file);
}

WEAK int chown(const char *path, uid_t owner, gid_t group) {
    (void)owner, (void)group;
    return is_there(path);
}

WEAK int lchown(const char *path, uid_t owner, gid_t group) {
    (void)owner, (void)group;
    return is_there(path);
}

WEAK int fchown(int file, uid_t owner, gid_t group) {
    (void)owner, (void)group;
    return is_open(file);
}

WEAK int utime(const char *path, const struct utimbuf *times) {
    (void)times;
    return is_there(path);
}

WEAK int utimes(const char *path, const struct timeval times[2]) {
    (void)times;
    return is_there(path);
}

WEAK int futimes(int file, const struct timeval times[2]) {
    (void)times;
    return is_open(file);
}

WEAK int futimens(int file, const struct timespec times[2]) {
    (void)times;
    return is_open(file);
}

WEAK int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    struct stat status;
    (void)times;
    return fstatat(folder, path, &status, flags);
}
