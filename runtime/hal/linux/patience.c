/* A thread that sleeps in the kernel takes microseconds to wake, so it first polls for a while.
 * This pays only while nobody else needs its processor. Therefore a thread goes on polling only if
 *
 * - the job may use a processor for each of its threads that do not sleep: by the affinity mask,
 *   and by the quota of its control groups;
 * - no other thread has taken the processor away lately. A polling thread notices a jump of the
 *   clock, and the kernel counts involuntary switches. After such a loss, the thread does not poll
 *   before it sleeps, for a period that doubles each time.
 *
 * The time to poll doubles when polling has succeeded, and halves when it has not.
 *
 * With fewer processors than threads that do not sleep, a thread yields its processor between
 * polls, because the kernel switches to a ready thread faster than it wakes a sleeping one. This
 * pays only while all threads wait. A thread that has yielded to a computing thread, perhaps of
 * another program, gets the processor back only milliseconds later, whereas a woken thread gets it
 * at once. So when one thread has lost its processor in this way, all waiting threads of the job
 * sleep without polling for a while. */
#include "hal/linux/patience.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "hal/linux/shared.h"

/* Times in nanoseconds. A thread polls for LEAST_POLLING to MOST_POLLING before it sleeps. A pause,
 * during which threads do not poll, takes LEAST_PAUSE to MOST_PAUSE. */
#define LEAST_POLLING 5000
#define MOST_POLLING 200000
#define CLOCK_JUMP 20000 /* longer than an interrupt, shorter than another thread's turn */
#define LEAST_PAUSE 1000000
#define MOST_PAUSE 100000000
#define LONG_TURN 1000000 /* longer than one round of many threads that poll and yield */

/* How often a thread yields during one wait before it sleeps. */
#define MOST_YIELDS 64

static _Thread_local uint64_t patience = MOST_POLLING;
static _Thread_local struct pause no_polls;
static _Thread_local long switches;

#define CGROUPS "/sys/fs/cgroup"

/* The number of processors that the quota of a control group allows; `most` if the group has no
 * quota or a larger one. */
static int quota_of(const char *folder, int most) {
    char path[4096 + 16];
    long quota = -1, period = 100000;
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    FILE *file = fopen(path, "re");
    if (!file)
        return most;
    if (fscanf(file, "%ld %ld", &quota, &period) < 1)
        quota = -1; /* the file has "max": no limit */
    fclose(file);
    return quota < 0 || period <= 0 || quota / period >= most ? most : (int)(quota / period);
}

/* The least quota of the process' control group and of the control groups around it
 * (cgroups(7)). */
static int least_quota(int most) {
    char line[4096], folder[sizeof CGROUPS + sizeof line];
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file)
        return most;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "0::", 3) != 0)
            continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(folder, sizeof folder, "%s%s", CGROUPS, line + 3);
        for (char *end; (end = strrchr(folder, '/')) && end - folder >= (long)strlen(CGROUPS);
             *end = 0)
            most = quota_of(folder, most);
        most = quota_of(CGROUPS, most);
    }
    fclose(file);
    return most;
}

static int processors(int wanted) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) ? wanted : CPU_COUNT(&set);
    return count < wanted ? count : least_quota(count);
}

/* Whether there are fewer processors than threads that do not sleep. */
static bool lacks_processors(void) {
    static _Atomic int known; /* the number of processors; 0 before the first wait */
    if (!known)
        known = processors(hal_self.seats);
    return hal_self.seats - (int)hal_self.shared->asleep > known;
}

/* Whether the kernel has given this thread's processor to another thread since the last call. */
static bool was_descheduled(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage))
        return true;
    bool was = usage.ru_nivcsw != switches;
    switches = usage.ru_nivcsw;
    return was;
}

static bool lasts(const struct pause *pause, uint64_t now) {
    return now < atomic_load_explicit(&pause->end, memory_order_relaxed);
}

static void begin(struct pause *pause, uint64_t now) {
    uint64_t length = atomic_load_explicit(&pause->length, memory_order_relaxed);
    uint64_t soon = atomic_load_explicit(&pause->end, memory_order_relaxed) + 2 * length;
    length = now < soon ? 2 * length : LEAST_PAUSE;
    if (length > MOST_PAUSE)
        length = MOST_PAUSE;
    atomic_store_explicit(&pause->length, length, memory_order_relaxed);
    atomic_store_explicit(&pause->end, now + length, memory_order_relaxed);
}

/* Lets other threads run. Returns false if the calling thread should sleep instead. */
static bool yield(struct hal_polls *polls) {
    struct pause *pause = &hal_self.shared->no_yields;
    uint64_t before = hal_cycles();
    if (polls->yields++ == MOST_YIELDS || lasts(pause, before))
        return false;
    sched_yield();
    polls->last = hal_cycles();
    if (polls->last - before < LONG_TURN)
        return true;
    begin(pause, polls->last);
    return false;
}

bool hal_poll_again(struct hal_polls *polls) {
    if (lacks_processors())
        return yield(polls);
    uint64_t now = hal_cycles();
    if (!polls->first) {
        polls->first = polls->last = now;
        return !lasts(&no_polls, now);
    }
    if (now - polls->last > CLOCK_JUMP && was_descheduled()) {
        begin(&no_polls, now);
        return false;
    }
    polls->last = now;
    if (now - polls->first < patience)
        return true;
    if (patience > LEAST_POLLING)
        patience /= 2;
    return false;
}

void hal_poll_found(const struct hal_polls *polls) {
    if (polls->first && patience < MOST_POLLING)
        patience *= 2;
}
