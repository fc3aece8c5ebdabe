/* POSIX functions that tell about the machine. */
#include <errno.h>
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
