/* The settings of the program or its environment: the internal control variables in the data
 * environment of a task (OpenMP 5.2, 2.4). A task has the settings of the task that made it until
 * it changes one itself. So there is almost always one set of settings in the program, and null
 * pointers where a task might have its own. */
#ifndef OMP_SETTINGS_SETTINGS_H
#define OMP_SETTINGS_SETTINGS_H

#include <stdbool.h>

#include "link/variant.h"
#include "omp.h"
#include "omp/team/team.h"
#include "omp/team/thread.h"

struct oc_settings {
    int threads; /* For regions without num_threads: the number of threads of the outermost ones. */
    /* The numbers of threads of nested regions without num_threads, ended by a 0; null:
     * `threads`. */
    const int *rest;
    int limit; /* most threads of a region */
    int most_active_levels;
    int is_dynamic;
    omp_sched_t schedule;
    int chunk; /* 0: chosen by the schedule */
    omp_allocator_handle_t allocator;
    int device;
    /* The members below have one value for all tasks. */
    int is_cancellable;
    int most_priority; /* the highest priority of tasks */
};

/* The settings of the program outside all regions. Before main(), the environment sets them. */
extern struct oc_settings oc_settings;

/* The binding that OMP_PROC_BIND requests for regions of each level, an omp_proc_bind_t. */
extern unsigned char oc_bindings[OC_MOST_ACTIVE];

/* Whether any task has ever had settings of its own. */
extern bool oc_settings_differ;

/* oc_settings_here() returns the settings that hold in the calling task, except that `threads` and
 * `rest` are those of the task that set them. oc_settings_threads() returns the values of these two
 * that hold in the calling task. */
const struct oc_settings *oc_settings_here(void);
int oc_settings_threads(const int **rest);

/* Returns the settings of the calling task so that the caller can change them. The task gets a copy
 * of its own. */
struct oc_settings *oc_settings_own(void);

/* Applies `threads` and `most_active_levels` after one of them has been set. */
void oc_settings_apply(struct oc_settings *settings);

/* The functions below are linked only together with oc_settings_own(). */

/* Ends the settings of the calling thread's task, which must have its own. */
void oc_settings_drop(struct oc_thread *self) OC_OPTIONAL;

static inline void oc_settings_end(struct oc_thread *self) {
    if (__builtin_expect(self->settings != NULL, 0))
        oc_settings_drop(self);
}

/* Returns a copy of the calling task's settings for a task that it makes, or null if the calling
 * task has none of its own. */
struct oc_settings *oc_settings_inherit(const struct oc_thread *self) OC_OPTIONAL;

/* Runs a task that is made outside all regions. Its changes of settings end with it. */
void oc_settings_run_outside(oc_region *function, void *data) OC_OPTIONAL;

#endif
