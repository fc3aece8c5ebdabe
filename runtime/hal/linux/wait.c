/* Arm and wait: a counter of writes into one's block, and a futex on it. */
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hal/linux/shared.h"

#define SPINS 100 /* looks before going to sleep, about a microsecond */

static uint32_t seen; /* `events` when armed, or at the last wait */

static struct shared_place *own(void) {
    return &self.shared->place[self.place];
}

void notify(int place) {
    struct shared_place *target = &self.shared->place[place];
    atomic_fetch_add(&target->events, 1);
    if (atomic_load(&target->sleeping))
        syscall(SYS_futex, &target->events, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void hal_arm(const volatile void *range, size_t bytes) {
    /* Any write into the block counts: hal_wait() may return for no reason. */
    (void)range;
    (void)bytes;
    seen = atomic_load(&own()->events);
}

/* Sleeps until `events` is no longer what it was when armed, or for at most `nanoseconds`. */
static void sleep_on_events(uint64_t nanoseconds) {
    struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    atomic_store(&own()->sleeping, nanoseconds == HAL_NEVER ? 1 : 2);
    syscall(SYS_futex, &own()->events, FUTEX_WAIT, seen, nanoseconds == HAL_NEVER ? NULL : &time,
            NULL, 0);
    atomic_store(&own()->sleeping, 0);
}

void hal_wait(uint64_t deadline) {
    for (int i = 0; i < SPINS && atomic_load(&own()->events) == seen; i++)
        __asm__ volatile("" ::: "memory");
    if (atomic_load(&own()->events) == seen) {
        uint64_t now = deadline == HAL_NEVER ? 0 : hal_cycles();
        if (deadline == HAL_NEVER)
            sleep_on_events(HAL_NEVER);
        else if (now < deadline)
            sleep_on_events(deadline - now);
    }
    seen = atomic_load(&own()->events);
}
