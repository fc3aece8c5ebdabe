#include "omp/team/settings.h"

#include "hal/hal.h"

int omp_get_max_threads(void) {
    return oc_settings.team;
}

void omp_set_num_threads(int threads) {
    oc_settings.threads = threads > 0 ? threads : 1;
    oc_settings_apply();
}

int omp_get_num_procs(void) {
    return hal_threads();
}

int omp_get_thread_limit(void) {
    return oc_settings.limit;
}

int omp_get_dynamic(void) {
    return oc_settings.is_dynamic;
}

void omp_set_dynamic(int is_dynamic) {
    oc_settings.is_dynamic = is_dynamic != 0;
}

void omp_get_schedule(omp_sched_t *kind, int *chunk) {
    *kind = oc_settings.schedule;
    *chunk = oc_settings.chunk;
}

void omp_set_schedule(omp_sched_t kind, int chunk) {
    unsigned plain = (unsigned)kind & ~(unsigned)omp_sched_monotonic;
    if (plain < omp_sched_static || plain > omp_sched_auto)
        return;
    int own = plain == omp_sched_dynamic || plain == omp_sched_guided;
    oc_settings.schedule = kind;
    oc_settings.chunk = chunk > 0 && plain != omp_sched_auto ? chunk : own;
}

int omp_get_cancellation(void) {
    return 0;
}

/* Threads stay on their cores. */
omp_proc_bind_t omp_get_proc_bind(void) {
    return omp_proc_bind_true;
}
