/* What the compiler wants the threads of a worksharing construct to have in common: memory, for
 * lastprivate(conditional:) and for scans, and reductions of the construct's tasks. */
#ifndef OMP_LOOP_COMMON_H
#define OMP_LOOP_COMMON_H

#include <stdint.h>

#include "link/variant.h"

struct oc_thread;

struct oc_common {
    uintptr_t *reductions; /* of the first thread to come */
    _Alignas(long long) char memory[];
};

/* In the construct that the thread has entered. `memory`: null, or where the compiler has left how
 * many bytes it needs and wants the address of as many, which are 0 at first; `reductions`: null,
 * or what it knows of them. */
void oc_common_enter(uintptr_t *reductions, void **memory);

/* Instead of oc_share_leave(), if there is something in common. */
void oc_common_leave(struct oc_thread *self);

/* The calling thread enters a construct of its team whose tasks take part in reductions, of which
 * the compiler knows `reductions`; `first`: what it knows of them in the thread that has come
 * first, or null: that is this one, and others come when this has returned.
 * GOMP_workshare_task_reduction_unregister() is the end. Linked only with
 * such tasks (task/reduction.c). */
void oc_reduction_enter(uintptr_t *reductions, uintptr_t *first) OC_OPTIONAL;

#endif
