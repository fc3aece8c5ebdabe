/* POSIX functions that describe the machine. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/timeb.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

WEAK long sysconf(int name) {
    switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return hal_threads();
    case _SC_PAGESIZE:
        return (long)hal_page_bytes();
    case _SC_CLK_TCK:
        return CLOCKS_PER_SEC;
    case _SC_OPEN_MAX:
        return OPEN_FILES;
    case _SC_THREAD_KEYS_MAX:
        return PTHREAD_KEYS_MAX;
    case _SC_THREAD_STACK_MIN:
        return PTHREAD_STACK_MIN;
    case _SC_THREAD_THREADS_MAX:
        return hal_threads();
    case _SC_HOST_NAME_MAX:
        return HOST_NAME_MAX;
    case _SC_GETPW_R_SIZE_MAX:
        return 1024; /* glibc's value; the entries need much less space here */
    case _SC_VERSION:
    case _SC_THREADS:
    case _SC_THREAD_SAFE_FUNCTIONS:
    case _SC_READER_WRITER_LOCKS:
    case _SC_SPIN_LOCKS:
    case _SC_BARRIERS:
    case _SC_SEMAPHORES:
    case _SC_TIMEOUTS:
    case _SC_TIMERS:
    case _SC_MONOTONIC_CLOCK:
    case _SC_CLOCK_SELECTION:
    case _SC_CPUTIME:
    case _SC_THREAD_CPUTIME:
    case _SC_PRIORITY_SCHEDULING:
    case _SC_FSYNC:
        return _POSIX_VERSION; /* POSIX's value for an option that is offered */
    case _SC_REGEXP:
        return _POSIX_REGEXP;
    default:
        errno = EINVAL;
        return -1;
    }
}

WEAK int get_nprocs(void) {
    return (int)hal_threads();
}

WEAK int get_nprocs_conf(void) {
    return (int)hal_threads();
}

WEAK long gethostid(void) {
    return 0;
}

WEAK int getpagesize(void) {
    return (int)hal_page_bytes();
}

WEAK int gethostname(char *name, size_t bytes) {
    hal_name(name, bytes);
    return 0;
}

WEAK int getdomainname(char *name, size_t bytes) {
    strncpy(name, "(none)", bytes);
    return 0;
}

WEAK int uname(struct utsname *name) {
    *name = (struct utsname){"onchip", "", "1", "1", "riscv32"};
    hal_name(name->nodename, sizeof name->nodename);
    return 0;
}

/* All time counts as user time. */
WEAK int getrusage(int who, struct rusage *usage) {
    uint64_t frequency = hal_cycles_per_second(), cycles = hal_cycles();
    *usage = (struct rusage){0};
    if (who == RUSAGE_SELF) {
        usage->ru_utime.tv_sec = (time_t)(cycles / frequency);
        usage->ru_utime.tv_usec = (suseconds_t)(cycles % frequency / (frequency / 1000000));
    }
    return 0;
}

WEAK int ftime(struct timeb *time) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeb){.time = now.tv_sec, .millitm = (unsigned short)(now.tv_nsec / 1000000)};
    return 0;
}
