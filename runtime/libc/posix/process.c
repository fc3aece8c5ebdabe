/* A process of the job as POSIX sees it. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

_Noreturn void _exit(int code) {
    hal_exit(code);
}

pid_t __oc_getpid(void) {
    return hal_place() + 1;
}
ALSO_NAMED(getpid);

/* The first thread has the same number as the process, as on Linux. */
WEAK pid_t gettid(void) {
    return __oc_getpid() + hal_thread();
}

WEAK pid_t getpgrp(void) {
    return 0;
}

/* A signal that the program does not handle ends the job. On Linux, a launcher also ends a job when
 * one of its processes dies. abort() does not call raise(), because the program would then contain
 * a table of handlers. */
_Noreturn void abort(void) {
    hal_abort(128 + SIGABRT);
}
