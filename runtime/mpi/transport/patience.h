/* How long a process waits for progress while it holds a message for which it has no memory: 1 /
 * OC_PATIENCES_PER_SECOND seconds. Such a message may hide others, including the one for which the
 * process waits. Data of earlier messages, and other events that the message does not hide, arrive
 * within this time. */
#ifndef MPI_TRANSPORT_PATIENCE_H
#define MPI_TRANSPORT_PATIENCE_H

#include "hal/hal.h"

#define OC_PATIENCES_PER_SECOND 10

/* Whether a message has been held too long. Called after each check for arrivals. `waits` says that
 * a message is held and that nothing else has happened since the last check. The caller keeps *end,
 * which is 0 at first, between the calls. */
static inline bool oc_patience_is_over(uint64_t *end, bool waits) {
    uint64_t now = hal_cycles();
    if (!waits) {
        if (*end)
            hal_wake_by(HAL_NEVER);
        *end = 0;
        return false;
    }
    if (!*end)
        *end = now + hal_cycles_per_second() / OC_PATIENCES_PER_SECOND;
    hal_wake_by(*end);
    return now >= *end;
}

#endif
