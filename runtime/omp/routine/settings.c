/* Returns the settings that hold in the calling task (OpenMP 5.2, 18.2). */
#include "omp/settings/settings.h"

#include "hal/hal.h"

/* The number of threads that the next region requests. The region may get fewer threads. */
int omp_get_max_threads(void) {
    const int *rest;
    return oc_settings_threads(&rest);
}

int omp_get_num_procs(void) {
    return hal_threads();
}

int omp_get_thread_limit(void) {
    return oc_settings.limit;
}

int omp_get_dynamic(void) {
    return oc_settings_here()->is_dynamic;
}

void omp_get_schedule(omp_sched_t *kind, int *chunk) {
    const struct oc_settings *settings = oc_settings_here();
    *kind = settings->schedule;
    *chunk = settings->chunk;
}

int omp_get_max_active_levels(void) {
    return oc_settings_here()->most_active_levels;
}

int omp_get_nested(void) {
    return omp_get_max_active_levels() > omp_get_active_level() + 1;
}

int omp_get_cancellation(void) {
    return oc_settings.is_cancellable;
}

int omp_get_max_task_priority(void) {
    return oc_settings.most_priority;
}

/* The policy is only reported: threads stay on their cores in any case. */
omp_proc_bind_t omp_get_proc_bind(void) {
    int level = omp_get_level();
    return (omp_proc_bind_t)oc_bindings[level < OC_MOST_ACTIVE ? level : OC_MOST_ACTIVE - 1];
}
