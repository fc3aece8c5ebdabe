/* Which tasks have named which addresses, of the children of one task. */
#ifndef OMP_TASK_DEPENDENCES_H
#define OMP_TASK_DEPENDENCES_H

#include "omp/task/arena.h"
#include "omp/task/dependent.h"

#define OC_PLACES 32

/* As in the compiler's depobj. */
enum oc_depend_kind { OC_DEPEND_IN = 1, OC_DEPEND_INOUTSET = 5 };

struct oc_dependences {
    struct oc_arena arena;
    int detached; /* tasks whose end somebody else decides */
    struct oc_place *place[OC_PLACES];
};

/* Lets `task` wait for those that it depends on by what the compiler passes. False: there is no
 * memory; it waits for some of them. */
bool oc_dependences_add(struct oc_dependences *dependences, struct oc_dependent *task,
                        void **depends);

/* All children are complete. */
void oc_dependences_clear(struct oc_dependences *dependences);

#endif
