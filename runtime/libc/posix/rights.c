/* The permissions and times of files. Files have no owners of their own: setting one succeeds if
 * the file exists, and has no effect. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

static int is_there(const char *path) {
    struct stat status;
    return __oc_stat(path, &status);
}

static int is_open(int file) {
    struct stat status;
    return __oc_fstat(file, &status);
}

int __oc_chmod(const char *path, mode_t mode) {
    return (int)posix_result(hal_set_mode_at(path, mode));
}
ALSO_NAMED(chmod);

/* The effective user is the real one. */
WEAK int euidaccess(const char *path, int mode) {
    return __oc_access(path, mode);
}

WEAK int eaccess(const char *path, int mode) {
    return __oc_access(path, mode);
}

WEAK int fchmod(int file, mode_t mode) {
    return (int)posix_result(hal_set_mode(file, mode));
}

WEAK int chown(const char *path, uid_t owner, gid_t group) {
    (void)owner, (void)group;
    return is_there(path);
}

WEAK int lchown(const char *path, uid_t owner, gid_t group) {
    struct stat status;
    (void)owner, (void)group;
    return __oc_lstat(path, &status);
}

WEAK int fchown(int file, uid_t owner, gid_t group) {
    (void)owner, (void)group;
    return is_open(file);
}

/* Converts times to the host's form and returns whether they are valid. A null pointer stands for
 * the machine's present time. */
static bool convert_times(const struct timespec times[2], struct hal_times *set) {
    static const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    if (!times)
        times = now;
    for (int which = 0; which < 2; which++) {
        long part = times[which].tv_nsec;
        if ((part < 0 || part >= 1000000000) && part != UTIME_NOW && part != UTIME_OMIT)
            return false;
        set->seconds[which] = times[which].tv_sec;
        set->nanoseconds[which] = (int32_t)part;
    }
    return true;
}

static int set_times(int file, const struct timespec times[2]) {
    struct hal_times set;
    return (int)posix_result(convert_times(times, &set) ? hal_set_times(file, &set) : -EINVAL);
}

int __oc_set_times(const char *path, const struct timespec *times, bool of_link) {
    struct hal_times set;
    return (int)posix_result(convert_times(times, &set) ? hal_set_times_at(path, &set, of_link)
                                                        : -EINVAL);
}

const struct timespec *__oc_precise_times(struct timespec to[2], const struct timeval times[2]) {
    if (!times)
        return NULL;
    for (int which = 0; which < 2; which++) {
        long part = times[which].tv_usec;
        to[which] = (struct timespec){times[which].tv_sec,
                                      part < 0 || part >= 1000000 ? 1000000000 : part * 1000};
    }
    return to;
}

WEAK int utime(const char *path, const struct utimbuf *times) {
    struct timespec two[2];
    if (times) {
        two[0] = (struct timespec){times->actime, 0};
        two[1] = (struct timespec){times->modtime, 0};
    }
    return __oc_set_times(path, times ? two : NULL, false);
}

WEAK int utimes(const char *path, const struct timeval times[2]) {
    struct timespec two[2];
    return __oc_set_times(path, __oc_precise_times(two, times), false);
}

WEAK int lutimes(const char *path, const struct timeval times[2]) {
    struct timespec two[2];
    return __oc_set_times(path, __oc_precise_times(two, times), true);
}

WEAK int futimes(int file, const struct timeval times[2]) {
    struct timespec two[2];
    return set_times(file, __oc_precise_times(two, times));
}

WEAK int futimens(int file, const struct timespec times[2]) {
    return set_times(file, times);
}
