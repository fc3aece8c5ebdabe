/* Limits of resources, and names of files. */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hal/chip/inline/self.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

#define LONGEST_PATH 4096 /* PATH_MAX */

WEAK int getdtablesize(void) {
    return OPEN_FILES;
}

WEAK int getrlimit(int resource, struct rlimit *limit) {
    rlim_t most = RLIM_INFINITY;
    switch (resource) {
    case RLIMIT_NOFILE:
        most = OPEN_FILES;
        break;
    case RLIMIT_STACK:
        most = hal_self.process->stack_end - hal_self.process->stack;
        break;
    case RLIMIT_DATA:
        most = hal_self.process->heap_end - hal_self.process->heap;
        break;
    case RLIMIT_NPROC:
        most = 1;
        break;
    case RLIMIT_CORE:
        most = 0;
        break;
    default:
        if (resource < 0 || resource >= RLIM_NLIMITS) {
            errno = EINVAL;
            return -1;
        }
    }
    *limit = (struct rlimit){most, most};
    return 0;
}

/* A lower limit is accepted but not enforced. A higher one is refused, because --stack and the chip
 * file set the limits. */
WEAK int setrlimit(int resource, const struct rlimit *limit) {
    struct rlimit now;
    if (getrlimit(resource, &now))
        return -1;
    if (limit->rlim_cur > now.rlim_max) {
        errno = EPERM;
        return -1;
    }
    return 0;
}

static long limit_of(int name) {
    switch (name) {
    case _PC_LINK_MAX:
        return 1;
    case _PC_NAME_MAX:
        return 255;
    case _PC_PATH_MAX:
        return LONGEST_PATH;
    default:
        errno = EINVAL;
        return -1;
    }
}

WEAK long pathconf(const char *path, int name) {
    (void)path;
    return limit_of(name);
}

WEAK long fpathconf(int file, int name) {
    (void)file;
    return limit_of(name);
}

WEAK int clearenv(void) {
    static char *none[1];
    environ = none;
    return 0;
}
