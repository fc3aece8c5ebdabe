#ifndef LIBC_PTHREAD_ALONE_H
#define LIBC_PTHREAD_ALONE_H

#include "hal/hal.h"
#include "libc/posix/calls.h"

/* Whether neither another thread nor a timer can end a wait. The thread then sleeps instead of
 * polling, so that the simulator reports a deadlock and its source line. */
static inline bool oc_is_alone(void) {
    return hal_threads() == 1 && !&__oc_alarms;
}

#endif
