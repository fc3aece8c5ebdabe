/* What is still to be done: each scope counts its children. */
#include "omp/task/dependent.h"
#include "omp/task/tasks.h"
#ifdef OC_TASK_HANDED
#include "omp/mechanism/task/complete.h"
#else
static inline bool complete(const struct oc_task *scope, uint32_t amount) {
    (void)scope;
    (void)amount;
    return false;
}
#endif

/* The thread of a scope sleeps until some of its children are complete (oc_task_wait). */
static void rouse(hal_address home) {
    hal_store(home + OC_IN_BLOCK(roused), 1);
}

/* So much of a scope is left, and that is to be told, or all of it is complete. */
static __attribute__((noinline)) void tell_or_end(struct oc_task *scope, uint32_t left) {
    for (;;) {
        if (left & OC_WAITED)
            rouse(scope->home); /* which is the same if another task is there by now */
        if (left)
            return;
        /* It was complete before its descendants; nobody else has to do with it any more. */
        struct oc_task *up = scope->up;
        if (scope->dependences)
            oc_dependences_free(scope->dependences);
        oc_task_free(scope);
        scope = up;
        left = __atomic_sub_fetch(&scope->pending, OC_SUBTREE, __ATOMIC_ACQ_REL);
    }
}

void oc_task_count(struct oc_task *scope, uint32_t amount) {
    if (complete(scope, amount))
        return;
    uint32_t left = __atomic_sub_fetch(&scope->pending, amount, __ATOMIC_ACQ_REL);
    if (__builtin_expect(!left || left & OC_WAITED, 0))
        tell_or_end(scope, left);
}
