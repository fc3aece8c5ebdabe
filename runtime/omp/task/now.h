/* Tasks that are run where they are made (OpenMP 5.2, 12.5): undeferred ones, in a record of their
 * own; those that are made in a final task or a team of one, as a part of that. */
#ifndef OMP_TASK_NOW_H
#define OMP_TASK_NOW_H

#include "omp/task/spawn.h"

/* What most tasks have no more than. */
#define OC_TASK_USUAL (unsigned)(OC_TASK_UNTIED | OC_TASK_MERGEABLE)

/* Spawn a task, whatever it is like: first an undeferred one, then one that is a part of another.
 * They are apart so that none keeps more of its arguments than it needs. */
void oc_task_now_or_else(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                         long alignment, bool is_deferred, unsigned flags, void **depends,
                         struct oc_task_rest rest);
void oc_task_part_or_else(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                          long alignment, bool is_deferred, unsigned flags, void **depends,
                          struct oc_task_rest rest);

#endif
