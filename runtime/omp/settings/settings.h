/* What the program, or its environment, has set: the internal control variables that are a task's
 * own (OpenMP 5.2, 2.4, data environment). A task has those of the one that has made it, until it
 * sets something itself; so almost always there is one set in the program, and a null pointer
 * wherever a task might have its own. */
#ifndef OMP_SETTINGS_SETTINGS_H
#define OMP_SETTINGS_SETTINGS_H

#include <stdbool.h>

#include "link/variant.h"
#include "omp.h"
#include "omp/team/team.h"
#include "omp/team/thread.h"

struct oc_settings {
    int threads;     /* of regions that ask for no number: what was set, */
    const int *rest; /* and for regions inside these, up to a 0; null: the same */
    int limit;       /* most threads of the program */
    int most_active_levels;
    int is_dynamic;
    omp_sched_t schedule;
    int chunk; /* 0: the schedule's own */
    omp_allocator_handle_t allocator;
    int device;
    /* The members below are the same for all tasks. */
    int is_cancellable;
    int most_priority; /* of tasks */
};

/* Settings of the program outside all regions; before main, those that the environment gives. */
extern struct oc_settings oc_settings;

/* What OMP_PROC_BIND says of regions, by their level: an omp_proc_bind_t. */
extern unsigned char oc_bindings[OC_MOST_ACTIVE];

/* Whether any task has had settings of its own. */
extern bool oc_settings_differ;

/* oc_settings_here() gives the settings that hold in the calling task, but its `threads` and `rest`
 * are those of the task that set them; oc_settings_threads() gives the calling task's own. */
const struct oc_settings *oc_settings_here(void);
int oc_settings_threads(const int **rest);

/* The settings of the calling task, to be changed: the task gets a copy of its own. */
struct oc_settings *oc_settings_own(void);

/* Applies `threads` and `most_active_levels` after one of them has been set. */
void oc_settings_apply(struct oc_settings *settings);

/* The following are linked only with oc_settings_own(). */

/* Ends the settings of the calling thread's task, which has its own. */
void oc_settings_drop(struct oc_thread *self) OC_OPTIONAL;

static inline void oc_settings_end(struct oc_thread *self) {
    if (__builtin_expect(self->settings != NULL, 0))
        oc_settings_drop(self);
}

/* For a task that the calling one makes: a copy of its settings, if it has any. */
struct oc_settings *oc_settings_inherit(const struct oc_thread *self) OC_OPTIONAL;

/* Runs a task that is made outside all regions; what it sets ends with it. */
void oc_settings_run_outside(oc_region *function, void *data) OC_OPTIONAL;

#endif
