/* What the compiler wants the threads of a worksharing construct to have in common: memory, for
 * lastprivate(conditional:) and for scans, and reductions of the construct's tasks. */
#ifndef OMP_LOOP_COMMON_H
#define OMP_LOOP_COMMON_H

#include <stdint.h>

struct oc_thread;

struct oc_common {
    uintptr_t *reductions; /* of who has come first */
    _Alignas(long long) char memory[];
};

/* In the construct that the thread has entered. `memory`: null, or where the compiler has left how
 * many bytes it needs and wants the address of as many, which are 0 at first; `reductions`: null,
 * or what it knows of them. */
void oc_common_enter(uintptr_t *reductions, void **memory);

/* Instead of oc_share_leave(), if there is something in common. */
void oc_common_leave(struct oc_thread *self);

#endif
