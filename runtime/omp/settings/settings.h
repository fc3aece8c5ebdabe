/* The settings that the program or its environment makes: the internal control variables in the
 * data environment of a task (OpenMP 5.2, section 2.4). A task uses the settings of the task that
 * made it until it changes one of them. Almost always the program therefore has a single set of
 * settings, and the pointers to a task's own settings are null. */
#ifndef OMP_SETTINGS_SETTINGS_H
#define OMP_SETTINGS_SETTINGS_H

#include <stdbool.h>

#include "link/variant.h"
#include "omp.h"
#include "omp/team/team.h"
#include "omp/team/thread.h"

struct oc_settings {
    int threads; /* the number of threads of an outermost region without num_threads */
    /* The numbers of threads of nested regions without num_threads, level by level, ended by a 0.
     * Null means that `threads` applies to these regions, too. */
    const int *rest;
    int limit; /* the maximum number of threads of a region */
    int most_active_levels;
    int is_dynamic;
    omp_sched_t schedule;
    int chunk; /* 0: chosen by the schedule */
    omp_allocator_handle_t allocator;
    int device;
    /* All tasks have the same values of the following members. */
    int is_cancellable;
    int most_priority; /* the highest priority of tasks */
};

/* The settings of the program outside all regions. Before main(), the environment sets them. */
extern struct oc_settings oc_settings;

/* The value that oc_settings had when main() began; only in programs with target regions. */
extern struct oc_settings oc_settings_at_start OC_OPTIONAL;

/* The binding that OMP_PROC_BIND requests for the regions of each level. Each element is an
 * omp_proc_bind_t. */
extern unsigned char oc_bindings[OC_MOST_ACTIVE];

/* The chunk size of a schedule for which none is given. `schedule` is an omp_sched_t without
 * omp_sched_monotonic. */
static inline int oc_usual_chunk(unsigned schedule) {
    return schedule == omp_sched_dynamic || schedule == omp_sched_guided;
}

/* Whether any task has ever had settings of its own. */
extern bool oc_settings_differ;

/* oc_settings_here() returns the settings that apply to the calling task. In them, `threads` and
 * `rest` are the values for the task that has set them. oc_settings_threads() returns the values of
 * these two members for the calling task, which may be nested more deeply. */
const struct oc_settings *oc_settings_here(void);
int oc_settings_threads(const int **rest);

/* Returns the settings of the calling task so that the caller can change them. The task gets a copy
 * of its own. */
struct oc_settings *oc_settings_own(void);

/* Makes new values of `threads` and `most_active_levels` take effect. Called after one of them has
 * been set. */
void oc_settings_apply(struct oc_settings *settings);

/* The following functions are linked only together with oc_settings_own(). */

/* Frees the settings of the calling thread's task. The task must have settings of its own. */
void oc_settings_drop(struct oc_thread *self) OC_OPTIONAL;

static inline void oc_settings_end(struct oc_thread *self) {
    if (__builtin_expect(self->settings != NULL, 0))
        oc_settings_drop(self);
}

/* Copies the settings of the calling task for a task that it makes. Returns null if the calling
 * task has no settings of its own. */
struct oc_settings *oc_settings_inherit(const struct oc_thread *self) OC_OPTIONAL;

/* Runs a task that is made outside all regions. When the task ends, its changes of settings end,
 * too. */
void oc_settings_run_outside(oc_region *function, void *data) OC_OPTIONAL;

#endif
