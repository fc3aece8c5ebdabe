/* Programs with tasks wait for threads otherwise (team/flavour.h). */
#ifndef OMP_TASK_BRING_H
#define OMP_TASK_BRING_H

extern const char oc_alone_with_tasks, oc_barrier_with_tasks, oc_inside_with_tasks,
    oc_parallel_with_tasks, oc_worker_with_tasks;

__attribute__((used)) static const char *const oc_task_brings[] = {
    &oc_alone_with_tasks, &oc_barrier_with_tasks, &oc_inside_with_tasks, &oc_parallel_with_tasks,
    &oc_worker_with_tasks};

#endif
