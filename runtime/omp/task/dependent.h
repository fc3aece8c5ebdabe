/* Tasks with the clauses depend and detach. */
#ifndef OMP_TASK_DEPENDENT_H
#define OMP_TASK_DEPENDENT_H

struct oc_dependent;

/* The task is complete: those that have waited for it go on. */
void oc_dependent_complete(struct oc_dependent *dependent);

#endif
