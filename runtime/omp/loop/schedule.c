#include "omp/loop/schedule.h"

#include "omp.h"
#include "omp/settings/settings.h"

/* Returns the schedule for `kind`, an omp_sched_t; null for omp_sched_auto and for unknown
 * kinds. */
static inline oc_next_chunk *find(unsigned kind) {
    switch (kind & ~(unsigned)omp_sched_monotonic) {
    case omp_sched_static:
        return oc_next_chunk_static;
    case omp_sched_dynamic:
        return oc_next_chunk_dynamic;
    case omp_sched_guided:
        return oc_next_chunk_guided;
    default:
        return NULL;
    }
}

oc_next_chunk *oc_runtime_schedule(unsigned long *chunk) {
    const struct oc_settings *settings = oc_settings_here();
    *chunk = (unsigned long)settings->chunk;
    oc_next_chunk *found = find((unsigned)settings->schedule);
    return found ? found : oc_next_chunk_static;
}

oc_next_chunk *oc_schedule(long schedule, unsigned long *chunk) {
    oc_next_chunk *found = find((unsigned)schedule);
    return found ? found : oc_runtime_schedule(chunk);
}
