/* Resources that the threads of a worksharing construct share because the compiler asks for them:
 * memory, for lastprivate(conditional:) and for scans, and reductions of the construct's tasks. */
#ifndef OMP_LOOP_COMMON_H
#define OMP_LOOP_COMMON_H

#include <stdint.h>

#include "link/variant.h"

struct oc_thread;

struct oc_common {
    uintptr_t *reductions; /* the description in the first thread to enter */
    _Alignas(long long) char memory[];
};

/* Sets up the shared resources of the construct that the thread has just entered. `memory` is null,
 * or points to the number of bytes that the compiler needs; that word then receives the address of
 * zeroed memory of this size. `reductions` is null, or the compiler's description of them. */
void oc_common_enter(uintptr_t *reductions, void **memory);

/* Called instead of oc_share_leave() if the threads share resources. */
void oc_common_leave(struct oc_thread *self);

/* The calling thread enters a construct whose tasks take part in reductions; `reductions` is the
 * compiler's description of them. `first` is the description that the first thread to enter has
 * got, or null in that thread itself; the other threads call after it has returned.
 * GOMP_workshare_task_reduction_unregister() ends the construct's reductions. Linked only into
 * programs with such tasks (task/reduction.c). */
void oc_reduction_enter(uintptr_t *reductions, uintptr_t *first) OC_OPTIONAL;

#endif
