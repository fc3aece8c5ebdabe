/* sections (OpenMP 5.2, 11.3) are a loop over the numbers of the sections, from 1. The number 0
 * says that no section is left. */
#include "omp/loop/common.h"
#include "omp/loop/entries.h"
#include "omp/team/thread.h"

static unsigned next_section(void) {
    struct oc_loop *loop = &oc_thread.loop;
    /* A team of one gets all sections at once. */
    if (loop->first == loop->end && !loop->next_chunk(loop, &loop->first, &loop->end))
        return 0;
    return (unsigned)(loop->start + loop->first++);
}

unsigned GOMP_sections_next(void) {
    return next_section();
}

unsigned GOMP_sections_start(unsigned count) {
    oc_loop_enter(oc_next_chunk_dynamic, 1, 1, count, 1);
    return next_section();
}

unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions, void **memory) {
    oc_loop_enter(oc_next_chunk_dynamic, 1, 1, count, 1);
    oc_common_enter(reductions, memory);
    return next_section();
}

void GOMP_sections_end(void) {
    GOMP_loop_end();
}

void GOMP_sections_end_nowait(void) {
    GOMP_loop_end_nowait();
}

void GOMP_parallel_sections(oc_region *function, void *data, unsigned threads, unsigned count,
                            unsigned flags) {
    (void)flags;
    oc_parallel_loop(oc_next_chunk_dynamic, function, data, threads, 1, (long)count + 1, 1, 1);
}
