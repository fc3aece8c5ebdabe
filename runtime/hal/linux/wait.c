/* Implements hal_arm() and hal_wait() by a counter of the writes into the process' own block and a
 * futex on this counter. Lines in the process' inbox (lines.h) do not change the counter; a thread
 * tests for the next line itself. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hal/linux/copy.h"
#include "hal/linux/lines.h"
#include "hal/linux/patience.h"
#include "hal/linux/shared.h"
#include "hal/linux/sleep.h"
#include "hal/linux/turn.h"

/* The value of `events` and the number of lines in the inbox when the thread last armed or
 * waited. */
static _Thread_local uint32_t seen, seen_lines;

_Atomic bool hal_threads_end;

static struct shared_seat *own(void) {
    return &hal_self.shared->seats[own_seat()];
}

static void wake(_Atomic uint32_t *word, int count) {
    syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0);
}

/* Counts a seat as awake. A thread that wakes another thread calls this function for the seat of
 * that thread, because that thread may get a processor only much later. */
static void count_awake(struct shared_seat *seat) {
    if (atomic_exchange(&seat->counted, 0))
        atomic_fetch_sub(&hal_self.shared->asleep, 1);
}

static void count_asleep(struct shared_seat *seat) {
    if (!atomic_exchange(&seat->counted, 1))
        atomic_fetch_add(&hal_self.shared->asleep, 1);
}

static void wake_sleeper(struct shared_seat *target) {
    count_awake(target);
    wake(&target->events, INT_MAX);
}

/* The notifier counts the event before it reads `sleeping`. The waiter sets `sleeping` before the
 * kernel reads `events`. All of these accesses are sequentially consistent, so one of the two
 * threads sees what the other has written. */
void hal_notify(int seat) {
    struct shared_seat *target =
        &hal_self.shared->seats[seat < hal_self.seats ? seat : seat - hal_self.seats];
    atomic_fetch_add(&target->events, 1);
    if (atomic_load(&target->sleeping))
        wake_sleeper(target);
}

/* Does what hal_notify() does for a thread that may be awake, but counts an event only if the
 * thread sleeps. The caller's last store must be sequentially consistent. */
void hal_notify_sleeper(int seat) {
    struct shared_seat *target = &hal_self.shared->seats[seat];
    if (!atomic_load(&target->sleeping))
        return;
    atomic_fetch_add(&target->events, 1);
    wake_sleeper(target);
}

void hal_wake_one(_Atomic uint32_t *word) {
    wake(word, 1);
}

static void see(void) {
    seen = atomic_load(&own()->events);
    seen_lines = hal_lines_seen(seen_lines);
}

static bool is_new(uint32_t before, uint32_t lines) {
    return atomic_load(&own()->events) != before || hal_lines_more(lines);
}

void hal_arm(const volatile void *range, size_t bytes) {
    /* Every write into the block counts as a write into the range, because hal_wait() may return
     * for no reason. */
    (void)range;
    (void)bytes;
    see();
}

void hal_stay_awake(void) {
    seen = atomic_load(&own()->events) - 1;
}

/* Sleeps for at most `nanoseconds`, while `word` has `value` and no more than `lines` lines have
 * come into the inbox. Several threads of a seat may sleep at the same time. */
static void sleep_on(_Atomic uint32_t *word, uint32_t value, uint32_t lines, uint64_t nanoseconds) {
    struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    uint32_t sleeper = nanoseconds == HAL_NEVER ? 1 : SLEEPS_UNTIL;
    if (hal_further_seat && hal_threads_end) {
        hal_unwatch_faults();
        pthread_exit(NULL);
    }
    atomic_fetch_add(&own()->sleeping, sleeper);
    if (!hal_lines_more(lines)) {
        count_asleep(own());
        int before = errno; /* a wait that does not begin sets errno, which the program may read */
        syscall(SYS_futex, word, FUTEX_WAIT, value, nanoseconds == HAL_NEVER ? NULL : &time, NULL,
                0);
        errno = before;
        count_awake(own());
    }
    atomic_fetch_sub(&own()->sleeping, sleeper);
}

void hal_sleep_while(_Atomic uint32_t *word, uint32_t value) {
    sleep_on(word, value, hal_lines_seen(seen_lines), HAL_NEVER);
    /* The launcher looks only at `events` to see whether processes still run. A wake through
     * another word does not change `events`, so this process counts an event itself. */
    atomic_fetch_add(&own()->events, 1);
}

/* Polls until an event or a line has come, at most until `deadline`. Returns whether one has
 * come. */
static bool happens_soon(uint32_t before, uint32_t lines, uint64_t deadline) {
    struct hal_polls polls = {0};
    do {
        hal_help_to_copy();
        for (int i = 0; i < HAL_POLLS; i++)
            if (is_new(before, lines)) {
                hal_poll_found(&polls);
                return true;
            }
    } while (hal_poll_again(&polls) && polls.last < deadline);
    return false;
}

void hal_sleep_until_set(_Atomic uint32_t *flag) {
    for (;;) {
        uint32_t before = atomic_load(&own()->events), lines = hal_lines_seen(seen_lines);
        if (atomic_load(flag))
            return;
        if (!happens_soon(before, lines, HAL_NEVER))
            sleep_on(&own()->events, before, lines, HAL_NEVER);
    }
}

/* The time that hal_wake_by() has set. All threads that use the seat of thread 0 share this time,
 * because any of them may be the one that wakes then. */
static _Atomic uint64_t wake_by = HAL_NEVER;

void hal_wake_by(uint64_t time) {
    uint64_t before = atomic_exchange_explicit(&wake_by, time, memory_order_relaxed);
    if (hal_turns && time < before)
        hal_notify(hal_self.place);
}

void hal_wait(uint64_t deadline) {
    uint64_t by = atomic_load_explicit(&wake_by, memory_order_relaxed);
    if (by < deadline && !hal_further_seat)
        deadline = by;
    struct hal_turn turn = hal_turn_leave();
    uint32_t only_looks_again = turn.depth && deadline == HAL_NEVER;
    if (turn.depth && turn.wake_by < deadline)
        deadline = turn.wake_by;
    bool happens = (!turn.depth || turn.polls) && happens_soon(seen, seen_lines, deadline);
    if (turn.polls)
        hal_turn_polled();
    if (!happens) {
        uint64_t now = deadline == HAL_NEVER ? 0 : hal_cycles();
        if (now < deadline) {
            atomic_fetch_add(&own()->in_turn, only_looks_again);
            sleep_on(&own()->events, seen, seen_lines,
                     deadline == HAL_NEVER ? HAL_NEVER : deadline - now);
            atomic_fetch_sub(&own()->in_turn, only_looks_again);
        }
    }
    see();
    hal_turn_return(&turn);
}
