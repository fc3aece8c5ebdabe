/* ordered (OpenMP 5.2, 15.10). Chunks are in the order of their iterations, so a word says how far
 * they have come; who waits looks at it again and again. */
#include "omp/loop/ordered.h"

#include "omp/team/thread.h"

static void await_turn(const struct oc_loop *loop) {
    while (__atomic_load_n(&loop->share->turn, __ATOMIC_ACQUIRE) != loop->first)
        oc_pause();
}

void oc_ordered_pass(struct oc_loop *loop) {
    if (loop->has_passed)
        return;
    await_turn(loop);
    __atomic_store_n(&loop->share->turn, loop->end, __ATOMIC_RELEASE);
    loop->has_passed = true;
}

void GOMP_ordered_start(void) {
    struct oc_loop *loop = &oc_thread.loop;
    if (loop->is_ordered)
        await_turn(loop);
}

void GOMP_ordered_end(void) {}
