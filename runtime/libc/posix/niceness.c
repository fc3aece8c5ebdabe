/* Priorities of processes by POSIX. A rank has its cores for itself, so the value has no effect. */
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "libc/names/weak.h"
#include "libc/posix/calls.h"

enum { MOST = 19, LEAST = -20 };

static int value_now;

static int is_own(int which, id_t who) {
    if (which < PRIO_PROCESS || which > PRIO_USER) {
        errno = EINVAL;
        return 0;
    }
    if (which == PRIO_PROCESS && who && who != (id_t)__oc_getpid()) {
        errno = ESRCH;
        return 0;
    }
    return 1;
}

WEAK int getpriority(int which, id_t who) {
    return is_own(which, who) ? value_now : -1;
}

static int set(int value) {
    return value_now = value > MOST ? MOST : value < LEAST ? LEAST : value;
}

WEAK int setpriority(int which, id_t who, int value) {
    if (!is_own(which, who))
        return -1;
    set(value);
    return 0;
}

WEAK int nice(int change) {
    return set(value_now + change);
}
