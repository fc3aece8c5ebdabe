/* What the threads of a worksharing construct share if the compiler asks for it: memory for
 * lastprivate(conditional:) and for scans, and the reductions of the construct's tasks. */
#ifndef OMP_LOOP_COMMON_H
#define OMP_LOOP_COMMON_H

#include <stdint.h>

#include "link/variant.h"

struct oc_thread;

struct oc_common {
    uintptr_t *reductions; /* the compiler's description, from the first thread to enter */
    _Alignas(long long) char memory[];
};

/* Sets up what the threads share in the construct that the calling thread has just entered.
 * `memory` is null, or points to a word that contains the number of bytes that the compiler needs;
 * the function replaces this number by the address of as many zero bytes. `reductions` is null, or
 * the compiler's description of the reductions. */
void oc_common_enter(uintptr_t *reductions, void **memory);

/* Called in place of oc_share_leave() if the threads share memory or reductions. */
void oc_common_leave(struct oc_thread *self);

/* Called when a thread enters a construct whose tasks take part in reductions. `reductions` is the
 * compiler's description of them. The first thread to enter passes null as `first`, and returns
 * before the others call. They pass the description of the first thread as `first`.
 * GOMP_workshare_task_reduction_unregister() ends the construct's reductions. Linked only into
 * programs with such tasks (task/reduction.c). */
void oc_reduction_enter(uintptr_t *reductions, uintptr_t *first) OC_OPTIONAL;

#endif
